import type { AddressFilters } from "#web/lib/filters/address-filters.ts";
import { useLocation, useNavigate, useNextSearchParams, useSearchParams } from "./router.tsx";

/** The filters in the address, those of the address that is being opened, and the way to others. */
export function useFilters<Filters>(list: AddressFilters<Filters>) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  return {
    filters: list.read(search),
    next: list.read(useNextSearchParams()),
    show: (chosen: Filters) => void navigate(list.href(chosen)),
  };
}

/** The list that a page was opened from, filters included, as its row's link left it in the history: `state={{ from }}`. */
export function useCameFrom(path: string): string | undefined {
  const state: unknown = useLocation().state;
  if (typeof state !== "object" || state === null || !("from" in state)) return undefined;
  const { from } = state;
  return typeof from === "string" && from.startsWith(path) ? from : undefined;
}
