import { useEffect, useState } from "react";
import type { Teaching } from "#contract/orders/teaching-days.ts";
import { useLazy } from "#web/ui/feedback/use-later.ts";
import type * as OnDays from "./on-days.tsx";

/**
 * What shows stock by teaching days, which comes after the page; and the chosen days. Without it, all is as of today. The page
 * imports it: that is lighter beside what else it loads later.
 */
export function useDaysPart(load: () => Promise<typeof OnDays>) {
  const part = useLazy(load);
  const [teaching, setTeaching] = useState<Teaching>();
  useEffect(() => part?.followDays(setTeaching), [part]);
  return { part, onDays: teaching && part };
}
