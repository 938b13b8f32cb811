import { dayAfter } from "#contract/site/business-days.ts";
import type { FreeDays } from "#contract/titles/title-days.ts";
import { daysOfTitles } from "#server/modules/stock/public.ts";
import type { Parts } from "#server/parts.ts";
import { dayOfDays, type DayParts } from "./days-asked.ts";

/** With how many copies of a title one can teach on each day of two months; the first is that of a day, or this one. */
export async function freeDays(parts: Parts & DayParts, itemId: number, of?: string | null): Promise<FreeDays> {
  const day = await dayOfDays(parts);
  const { today, bounds } = day;
  const from = `${(of ?? today).slice(0, 7)}-01`;
  const next = monthAfter(monthAfter(from));
  const count = Math.round((Date.parse(next) - Date.parse(from)) / 86_400_000);
  const range = { first: from, last: bounds.last, count };
  const free = await daysOfTitles.freeCopiesByDay(parts.db, itemId, range, day);
  return { from, free, earliest: bounds.first, latest: bounds.last };
}

const monthAfter = (first: string) => `${dayAfter(first, 31).slice(0, 7)}-01`;
