import { Link, useSearchParams } from "#web/ui/router/router.tsx";
import type { Copy } from "#contract/catalog.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { labelIsOldMessage } from "./label-is-old-message.ts";
import { nameOf } from "./use-scanning.ts";

/** On a title's page: the scanned copy and its state. Nothing without a scan. */
export function FoundCopy({ copies }: { copies: readonly Copy[] }) {
  const [search] = useSearchParams();
  const copy = copies.find(({ inventoryItemId }) => String(inventoryItemId) === search.get("copy"));
  if (!copy) return null;
  const labelIsOld = search.get("label") === "old";
  return (
    <Alert tone={labelIsOld ? "warning" : "info"} title={`Scanned: ${nameOf(copy)}`}>
      <p>
        {copy.isAvailableString}
        {copy.orderId !== null && (
          <>
            {" "}
            on <Link to={`/admin/orderdetails/${copy.orderId}`}>Order #{copy.orderId}</Link>
          </>
        )}
        .
      </p>
      {labelIsOld && (
        <p>
          {labelIsOldMessage} <Link to={`/admin/itemqrcode/${copy.inventoryItemId}`}>Print a new label</Link>
        </p>
      )}
    </Alert>
  );
}
