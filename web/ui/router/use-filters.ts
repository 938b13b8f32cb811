import type { AddressFilters } from "#web/lib/filters/address-filters.ts";
import { useLocation, useNavigate, useNextSearchParams, useSearchParams } from "./router.tsx";

/** Returns the current filters, those of the requested address, and a function that changes them. */
export function useFilters<Filters>(list: AddressFilters<Filters>) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  return {
    filters: list.read(search),
    next: list.read(useNextSearchParams()),
    show: (chosen: Filters) => void navigate(list.href(chosen)),
  };
}

/** Returns the address of the list that the page was opened from, with its filters, as `ListLink` passed it. */
export function useListOrigin(path: string): string | undefined {
  const state: unknown = useLocation().state;
  if (typeof state !== "object" || state === null || !("from" in state)) return undefined;
  const { from } = state;
  return typeof from === "string" && from.startsWith(path) ? from : undefined;
}
