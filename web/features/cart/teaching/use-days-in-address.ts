import { useEffect, useRef } from "react";
import type { Teaching } from "#contract/site/teaching-days.ts";
import { useDestination } from "#web/ui/router/router.tsx";
import { chosenDays, daysFrom, keepDays, useTeaching } from "./teaching.ts";

/**
 * Keeps the days of teaching in the address bar, and takes those that an address has: it can be sent to somebody. The router need
 * not know: they change no list and no page.
 */
export function useDaysInAddress(): void {
  const destination = useDestination();
  const { teaching } = useTeaching();
  const seen = useRef<typeof destination>(undefined);
  useEffect(() => {
    const isArrival = seen.current !== destination;
    seen.current = destination;
    const search = new URLSearchParams(location.search);
    const found = isArrival
      ? daysFrom([search.get("teachFrom"), search.get("teachTo") ?? search.get("teachFrom")])
      : undefined;
    if (found) keepDays(found);
    write(search, chosenDays());
  }, [destination, teaching]);
}

function write(search: URLSearchParams, days: Teaching | undefined): void {
  const before = search.toString();
  search.delete("teachFrom");
  search.delete("teachTo");
  if (days) {
    search.set("teachFrom", days.from);
    search.set("teachTo", days.to);
  }
  if (search.toString() === before) return;
  const query = search.size > 0 ? `?${search}` : "";
  history.replaceState(history.state, "", location.pathname + query + location.hash);
}
