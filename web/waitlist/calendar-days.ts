import { dayAfter, daysBetween } from "#contract/orders/business-days.ts";
import type { TitleOnCalendar } from "#contract/waitlist/reservations.ts";

/** Returns the days of a month (YYYY-MM), as YYYY-MM-DD. */
export function daysOfMonth(month: string): string[] {
  const first = `${month}-01`;
  const count = daysBetween(first, `${monthAfter(month, 1)}-01`);
  return Array.from({ length: count }, (_, at) => dayAfter(first, at));
}

export function monthAfter(month: string, count: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return date.toISOString().slice(0, 7);
}

type Stay = TitleOnCalendar["stays"][number]["stays"][number];
/** A copy that leaves or comes back on a day. */
export type Move = Pick<TitleOnCalendar, "inventoryId" | "title" | "language"> & {
  copyNumber: number | null;
  stay: Stay;
  isBack: boolean;
};

/** Returns the days of a month when something leaves or comes back, with departures first. */
export function movesOf(titles: readonly TitleOnCalendar[], month: string): { day: string; moves: Move[] }[] {
  const all = titles.flatMap(({ stays, inventoryId, title, language }) =>
    stays.flatMap(({ copyNumber, stays: ofCopy }) =>
      ofCopy.flatMap((stay): Move[] =>
        [false, true].map((isBack) => ({ inventoryId, title, language, copyNumber, stay, isBack })),
      ),
    ),
  );
  const dayOf = ({ stay, isBack }: Move) => (isBack ? stay.backOn : stay.leavesOn);
  return daysOfMonth(month).flatMap((day) => {
    const moves = all.filter((move) => dayOf(move) === day);
    return moves.length > 0 ? { day, moves: moves.toSorted((a, b) => Number(a.isBack) - Number(b.isBack)) } : [];
  });
}

/** Returns the columns of a stay on the grid of a month, counted from 1; `to` is inclusive. */
export function columnsOf({ leavesOn, backOn }: Pick<Stay, "leavesOn" | "backOn">, month: string) {
  const days = daysOfMonth(month);
  const columnOf = (day: string) => Math.min(days.length, Math.max(1, daysBetween(`${month}-01`, day) + 1));
  return { from: columnOf(leavesOn), to: columnOf(backOn) };
}
