import { BackLink } from "#web/ui/navigation/back-link.tsx";
import { useOrderListHref } from "./order-list-href.ts";

/** The way back to the list one came from. */
export function BackToOrders() {
  return <BackLink to={useOrderListHref()}>Back to Orders</BackLink>;
}
