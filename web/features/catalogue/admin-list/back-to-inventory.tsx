import { BackLink } from "#web/ui/navigation/back-link.tsx";
import { useAdminListHref } from "./admin-list-href.ts";

/** The way back to the list one came from. */
export function BackToInventory() {
  return <BackLink to={useAdminListHref()}>Back to Inventory</BackLink>;
}
