import { Link, useSearchParams } from "#web/ui/router/router.tsx";
import type { Copy } from "#contract/catalog.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { copyName } from "#web/features/labels/copy-name.ts";
import type { ScannedCopy } from "./find-scanned-copy.ts";

export function foundCopyHref({ inventoryId, inventoryItemId, labelIsOld }: ScannedCopy): string {
  return `/admin/viewitem/${inventoryId}?copy=${inventoryItemId}${labelIsOld ? "&label=old" : ""}`;
}

/** On a title's page: the scanned copy and its state. Nothing without a scan. */
export function FoundCopy({ copies }: { copies: readonly Copy[] }) {
  const [search] = useSearchParams();
  const copy = copies.find(({ inventoryItemId }) => String(inventoryItemId) === search.get("copy"));
  if (!copy) return null;
  const labelIsOld = search.get("label") === "old";
  return (
    <Alert tone={labelIsOld ? "warning" : "info"} title={`Scanned: ${copyName(copy)}`}>
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
      {labelIsOld && <LabelIsOld id={copy.inventoryItemId} />}
    </Alert>
  );
}

export const labelIsOldMessage = "This label is out of date. Print a new one.";

export function LabelIsOld({ id }: { id: number }) {
  return (
    <p>
      {labelIsOldMessage} <Link to={`/admin/itemqrcode/${id}`}>Print a new label</Link>
    </p>
  );
}
