import { dayAfter } from "#contract/orders/business-days.ts";
import type { Teaching } from "#contract/orders/teaching-days.ts";

/** Three weeks of school that are near enough for their borrowers to hear of a risk, and too far for a usual loan of today. */
export function someWeeks(today: string): Teaching[] {
  const far = dayAfter(today, 46);
  const monday = dayAfter(far, (8 - new Date(`${far}T00:00:00Z`).getUTCDay()) % 7);
  return [0, 2, 7].map((days) => ({ from: dayAfter(monday, days), to: dayAfter(monday, days + 4) }));
}
