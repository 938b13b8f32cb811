import { dayAfter } from "#contract/orders/business-days.ts";
import type { Teaching } from "#contract/orders/teaching-days.ts";

/** Returns three school weeks that are near enough for emails about risks, and beyond a loan that starts today. */
export function someWeeks(today: string): Teaching[] {
  const far = dayAfter(today, 46);
  const monday = dayAfter(far, (8 - new Date(`${far}T00:00:00Z`).getUTCDay()) % 7);
  return [0, 2, 7].map((days) => ({ from: dayAfter(monday, days), to: dayAfter(monday, days + 4) }));
}
