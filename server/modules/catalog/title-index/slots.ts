/** Slots of titles, each once, in ascending order. */
export type Slots = Uint32Array;

export const noSlots: Slots = new Uint32Array();

/** All below a number. */
export function upTo(end: number): Slots {
  const slots = new Uint32Array(end);
  for (let slot = 0; slot < end; slot += 1) slots[slot] = slot;
  return slots;
}

/** Those for which it holds, which is asked in ascending order. */
export function those(slots: Slots, isOne: (slot: number) => boolean): Slots {
  const found = new Uint32Array(slots.length);
  let count = 0;
  for (let at = 0; at < slots.length; at += 1) {
    const slot = slots[at] ?? 0;
    if (isOne(slot)) found[count++] = slot;
  }
  return found.subarray(0, count);
}

/** Those of either. */
export function union(one: Slots, other: Slots): Slots {
  if (one.length === 0 || other.length === 0) return one.length === 0 ? other : one;
  const all = new Uint32Array(one.length + other.length);
  let [at, from, place] = [0, 0, 0];
  while (at < one.length && from < other.length) {
    const [next, another] = [one[at] ?? 0, other[from] ?? 0];
    if (next <= another) at += 1;
    if (another <= next) from += 1;
    all[place++] = next < another ? next : another;
  }
  const rest = at < one.length ? one.subarray(at) : other.subarray(from);
  all.set(rest, place);
  return all.subarray(0, place + rest.length);
}

/** Those of any. */
export function unionOfAll(lists: readonly Slots[]): Slots {
  const [one = noSlots, other = noSlots] = lists;
  if (lists.length <= 2) return union(one, other);
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const slots of lists) {
    all.set(slots, end);
    end += slots.length;
  }
  all.sort();
  return all.filter((slot, at) => slot !== all[at - 1]);
}

/** Those of both. Of a short list each is looked for in the long one. */
export function intersection(one: Slots, other: Slots): Slots {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one];
  const isIn = memberOf(many, few.length);
  return those(few, isIn);
}

/** Those of one that the other has not. */
export function difference(one: Slots, other: Slots): Slots {
  const isIn = memberOf(other, one.length);
  return those(one, (slot) => !isIn(slot));
}

/** Whether a slot is among some, for about so many that are asked for in ascending order. */
export function memberOf(slots: Slots, asked: number): (slot: number) => boolean {
  const place = placeIn(slots, asked);
  return (slot) => slots[place(slot)] === slot;
}

/** Gives the place of the first of some slots that is not below one, for about so many that are asked for in ascending order. */
export function placeIn(slots: Slots, asked: number): (slot: number) => number {
  let at = 0;
  const isFar = slots.length > 16 * asked;
  return (slot) => {
    if (isFar) at = firstFrom(slots, slot, at);
    else while (at < slots.length && (slots[at] ?? 0) < slot) at += 1;
    return at;
  };
}

/** The place of the first that is not below a slot, which is not before `at`: by steps that double, then by halves. */
function firstFrom(slots: Slots, slot: number, at: number): number {
  let step = 1;
  while (at + step < slots.length && (slots[at + step] ?? 0) < slot) step *= 2;
  let [from, to] = [at, Math.min(at + step, slots.length)];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((slots[middle] ?? 0) < slot) from = middle + 1;
    else to = middle;
  }
  return from;
}
