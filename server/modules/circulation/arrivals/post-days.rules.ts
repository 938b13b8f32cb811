import { parcelsThatCount } from "#contract/borrowers/arrivals.ts";
import { type ClosedDays, dayAfter, isBusinessDay } from "#contract/site/business-days.ts";
import type { Ways } from "#contract/site/teaching-days.ts";

/** Nothing is under way for longer: what says so is a mistake, or was forgotten. In business days. */
export const longestWay = 30;

/** What parcels to a region took, and of how many that is known; null while of none. */
export type RegionRow = {
  region: string;
  out_days: number | null;
  out_parcels: number;
  back_days: number | null;
  back_parcels: number;
};

type Way = { region: string; from_day: string; to_day: string };

/** Business days on the way of a parcel: those after the day it left, up to the day it came. */
export function daysOnTheWay({ from_day: from, to_day: to }: Way, closed: ClosedDays): number {
  let days = 0;
  for (let day = from; day < to && days <= longestWay;) {
    day = dayAfter(day, 1);
    if (isBusinessDay(day, closed)) days += 1;
  }
  return days;
}

/** The median of some days, the later one of two; null without any. */
export function medianOf(days: readonly number[]): number | null {
  return days.toSorted((one, other) => one - other)[Math.floor(days.length / 2)] ?? null;
}

/** What parcels to and from each region took. */
export function regionsOf(ways: { out: readonly Way[]; back: readonly Way[] }, closed: ClosedDays): RegionRow[] {
  const daysOf = (of: readonly Way[]) => {
    const found = new Map<string, number[]>();
    for (const way of of) {
      const days = daysOnTheWay(way, closed);
      if (days <= longestWay) found.set(way.region, [...(found.get(way.region) ?? []), days]);
    }
    return found;
  };
  const [out, back] = [daysOf(ways.out), daysOf(ways.back)];
  return [...new Set([...out.keys(), ...back.keys()])].map((region) => ({
    region,
    out_days: medianOf(out.get(region) ?? []),
    out_parcels: out.get(region)?.length ?? 0,
    back_days: medianOf(back.get(region) ?? []),
    back_parcels: back.get(region)?.length ?? 0,
  }));
}

/**
 * The ways of a region's schools: as long as its parcels took, where enough are known, else as the settings say. A parcel should be
 * there a business day before it is needed.
 */
export function waysOfRegion(region: RegionRow | undefined, settings: Pick<Ways, "leadDays" | "trailDays">) {
  const isKnown = (parcels: number | undefined) => (parcels ?? 0) >= parcelsThatCount.least;
  const { out_days: out, back_days: back } = region ?? { out_days: null, back_days: null };
  return {
    leadDays: out !== null && isKnown(region?.out_parcels) ? out + 1 : settings.leadDays,
    trailDays: back !== null && isKnown(region?.back_parcels) ? Math.max(1, back) : settings.trailDays,
  };
}
