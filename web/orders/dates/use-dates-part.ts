import { useEffect, useState } from "react";
import type { Teaching } from "#contract/orders/teaching-days.ts";
import { useLazy } from "#web/ui/feedback/loading.tsx";

const loadPart = () => import("./availability.tsx");

/** Loads the code for teaching dates after the page. `datedPart` is undefined until dates are chosen. */
export function useDatesPart() {
  const part = useLazy(loadPart);
  const [teaching, setTeaching] = useState<Teaching>();
  useEffect(() => part?.followDates(setTeaching), [part]);
  return { part, datedPart: teaching && part };
}
