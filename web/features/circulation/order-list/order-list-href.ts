import { useLocation } from "#web/ui/router/router.tsx";

/** The list one came from, filters included, as the row's link left it in the history; else the plain list. */
export function useOrderListHref(): string {
  const state: unknown = useLocation().state;
  if (typeof state !== "object" || state === null || !("orderList" in state)) return plain;
  const { orderList } = state;
  return typeof orderList === "string" && orderList.startsWith(plain) ? orderList : plain;
}

const plain = "/admin/orderlist";
