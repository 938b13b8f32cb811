/** Days of a copy off the shelf: from the first, and before the other, YYYY-MM-DD. */
export type Away = { from: string; to: string };

export type Place = Away & {
  orderLineId: number;
  slot: number;
  /** Who ordered first has the smaller one. */
  orderId: number;
  /** The copy that it has already, which stays; null: it waits for one. */
  fixedTo: number | null;
  /** The copy that was planned for it before. */
  planned: number | null;
};

export type Plan = ReadonlyMap<Place, number | null>;

/**
 * Gives each place of a title a copy, so that no copy has two places at once. Where there is room for all of them on each day,
 * all get one. Where there is not, who ordered last goes without.
 */
export function planTitle(places: readonly Place[], copyIds: readonly number[]): Plan {
  const plan = new Map<Place, number | null>(places.map((place) => [place, place.fixedTo]));
  const last = new Map<number, Place | undefined>(copyIds.map((id) => [id, undefined]));
  for (const place of places) if (place.fixedTo !== null) last.set(place.fixedTo, place);
  for (const place of places.filter(({ fixedTo }) => fixedTo === null).toSorted(byStart)) {
    const copy = freeCopy(place, last);
    const given = copy ?? takenBack(place, last, plan);
    if (given === undefined) continue;
    plan.set(place, given);
    last.set(given, place);
  }
  return fillGaps(plan, copyIds);
}

const byStart = (one: Place, other: Place) =>
  one.from < other.from ? -1 : one.from > other.from ? 1 : byOrder(one, other);
const byOrder = (one: Place, other: Place) =>
  one.orderId - other.orderId || one.orderLineId - other.orderLineId || one.slot - other.slot;

/** The copy of before if it is free; else the one that came back last, which leaves the others for longer loans. */
function freeCopy({ from, planned }: Place, last: ReadonlyMap<number, Place | undefined>): number | undefined {
  let [found, until]: [number | undefined, string] = [undefined, ""];
  for (const [copyId, before] of last) {
    if (before && before.to > from) continue;
    if (copyId === planned) return copyId;
    const back = before?.to ?? "";
    if (found === undefined || back > until) [found, until] = [copyId, back];
  }
  return found;
}

/** The copy of the last order that has one then, if that is later than this one. */
function takenBack(place: Place, last: ReadonlyMap<number, Place | undefined>, plan: Map<Place, number | null>) {
  let [latest, copyId]: [Place, number | undefined] = [place, undefined];
  for (const [id, holder] of last)
    if (holder && holder.fixedTo === null && byOrder(holder, latest) > 0) [latest, copyId] = [holder, id];
  if (copyId !== undefined) plan.set(latest, null);
  return copyId;
}

/** A copy that was taken back may leave a gap that somebody fits into. */
function fillGaps(plan: Map<Place, number | null>, copyIds: readonly number[]): Plan {
  const without = [...plan].flatMap(([place, copyId]) => (copyId === null ? [place] : []));
  for (const place of without.toSorted(byOrder)) {
    const taken = new Set([...plan].flatMap(([other, copyId]) => (overlap(place, other) ? [copyId] : [])));
    const free = copyIds.find((id) => !taken.has(id));
    if (free !== undefined) plan.set(place, free);
  }
  return plan;
}

const overlap = (one: Away, other: Away) => one.from < other.to && other.from < one.to;
