import { useEffect, useState } from "react";
import type { Teaching } from "#contract/orders/teaching-days.ts";
import { useLazy } from "#web/ui/feedback/use-later.ts";
import type * as OnDays from "./on-days.tsx";

/** Loads the code for teaching dates after the page, which shows today's stock until then. */
export function useDaysPart(load: () => Promise<typeof OnDays>) {
  const part = useLazy(load);
  const [teaching, setTeaching] = useState<Teaching>();
  useEffect(() => part?.followDays(setTeaching), [part]);
  return { part, onDays: teaching && part };
}
