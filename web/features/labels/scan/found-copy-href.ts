import type { ScannedCopy } from "./find-scanned-copy.ts";

/** The address of a copy's title, including the copy. */
export function foundCopyHref({ inventoryId, inventoryItemId, labelIsOld }: ScannedCopy): string {
  return `/admin/viewitem/${inventoryId}?copy=${inventoryItemId}${labelIsOld ? "&label=old" : ""}`;
}
