/** Days a copy is off the shelf, from `from` until before `to`, YYYY-MM-DD. */
export type Away = { from: string; to: string };

export type Place = Away & {
  orderLineId: number;
  slot: number;
  /** Earlier orders have smaller ids. */
  orderId: number;
  /** The copy already assigned; null while the place waits for one. */
  fixedTo: number | null;
  /** The previously planned copy. */
  planned: number | null;
};

export type Plan = ReadonlyMap<Place, number | null>;

/**
 * Assigns a copy to each place of a title, so that no copy has two places at once. If there are enough copies on each
 * day, every place gets one; otherwise the latest orders go without.
 */
export function planTitle(places: readonly Place[], copyIds: readonly number[]): Plan {
  const plan = new Map<Place, number | null>(places.map((place) => [place, place.fixedTo]));
  const last = new Map<number, Place | undefined>(copyIds.map((id) => [id, undefined]));
  for (const place of places) if (place.fixedTo !== null) last.set(place.fixedTo, place);
  for (const place of places.filter(({ fixedTo }) => fixedTo === null).toSorted(byStart)) {
    const copy = freeCopy(place, last);
    const copyId = copy ?? reclaimCopy(place, last, plan);
    if (copyId === undefined) continue;
    plan.set(place, copyId);
    last.set(copyId, place);
  }
  return fillGaps(plan, copyIds);
}

const byStart = (a: Place, b: Place) => (a.from < b.from ? -1 : a.from > b.from ? 1 : byOrder(a, b));
const byOrder = (a: Place, b: Place) => a.orderId - b.orderId || a.orderLineId - b.orderLineId || a.slot - b.slot;

/** Returns the previously planned copy if it's available, or the latest to return, to leave longer gaps for others. */
function freeCopy({ from, planned }: Place, last: ReadonlyMap<number, Place | undefined>): number | undefined {
  let [latest, until]: [number | undefined, string] = [undefined, ""];
  for (const [copyId, before] of last) {
    if (before && before.to > from) continue;
    if (copyId === planned) return copyId;
    const back = before?.to ?? "";
    if (latest === undefined || back > until) [latest, until] = [copyId, back];
  }
  return latest;
}

/** Takes back the copy of the latest order, if that order is later than this one. */
function reclaimCopy(place: Place, last: ReadonlyMap<number, Place | undefined>, plan: Map<Place, number | null>) {
  let [latest, copyId]: [Place, number | undefined] = [place, undefined];
  for (const [id, holder] of last)
    if (holder && holder.fixedTo === null && byOrder(holder, latest) > 0) [latest, copyId] = [holder, id];
  if (copyId !== undefined) plan.set(latest, null);
  return copyId;
}

/** Fills the gaps that reclaimed copies left. */
function fillGaps(plan: Map<Place, number | null>, copyIds: readonly number[]): Plan {
  const openPlaces = [...plan].flatMap(([place, copyId]) => (copyId === null ? [place] : []));
  for (const place of openPlaces.toSorted(byOrder)) {
    const taken = new Set([...plan].flatMap(([other, copyId]) => (overlap(place, other) ? [copyId] : [])));
    const available = copyIds.find((id) => !taken.has(id));
    if (available !== undefined) plan.set(place, available);
  }
  return plan;
}

const overlap = (a: Away, b: Away) => a.from < b.to && b.from < a.to;
