import { useLocation } from "#web/ui/router/router.tsx";

/** The list one came from, filters included, as the row's link left it in the history; else the plain list. */
export function useAdminListHref(): string {
  const state: unknown = useLocation().state;
  if (typeof state !== "object" || state === null || !("inventoryList" in state)) return plain;
  const { inventoryList } = state;
  return typeof inventoryList === "string" && inventoryList.startsWith(plain) ? inventoryList : plain;
}

const plain = "/admin/inventorylist";
