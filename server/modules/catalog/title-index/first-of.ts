/** The first of some in an order, of which `compare` says below 0; each place among them is kept in a heap no larger than that. */
export function firstOf(
  slots: Uint32Array,
  count: number,
  compare: (one: number, other: number) => number,
): Uint32Array {
  if (count >= slots.length / 8) return slots.slice().sort(compare).slice(0, count);
  const heap = slots.slice(0, count).sort((one, other) => compare(other, one)); // the last of them on top
  for (let at = count; at < slots.length; at += 1) {
    const slot = slots[at] ?? 0;
    if (compare(slot, heap[0] ?? 0) >= 0) continue;
    sinkFromTop(heap, slot, compare);
  }
  return heap.sort(compare);
}

function sinkFromTop(heap: Uint32Array, slot: number, compare: (one: number, other: number) => number): void {
  let place = 0;
  for (;;) {
    let below = 2 * place + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && compare(heap[below + 1] ?? 0, heap[below] ?? 0) > 0) below += 1;
    if (compare(heap[below] ?? 0, slot) <= 0) break;
    heap[place] = heap[below] ?? 0;
    place = below;
  }
  heap[place] = slot;
}
