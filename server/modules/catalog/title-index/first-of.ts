/** The first `count` of some numbers in the order of `compare`. Few of many are kept in a heap of that size. */
export function firstOf(
  numbers: Uint32Array,
  count: number,
  compare: (one: number, other: number) => number,
): Uint32Array {
  if (count >= numbers.length / 8) return numbers.slice().sort(compare).slice(0, count);
  const heap = numbers.slice(0, count).sort((one, other) => compare(other, one)); // the last of them on top
  for (let at = count; at < numbers.length; at += 1) {
    const number = numbers[at] ?? 0;
    if (compare(number, heap[0] ?? 0) >= 0) continue;
    sinkFromTop(heap, number, compare);
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
