import type { CallName } from "#contract/all.ts";
import type { AuditEntry } from "#contract/audit.ts";

/** What staff did by each call, in plain words. */
const words: Partial<Record<CallName, string>> = {
  "POST Inventory/SaveInventory": "Changed an item",
  "POST Inventory/UpdateInventory/{id}": "Changed an item",
  "POST Inventory/AddReferenceNumber": "Added a copy",
  "POST Inventory/UploadAttachment": "Uploaded a picture",
  "POST Order/UpdateOrder/": "Changed an order",
  "POST Order/AssignSKUToOrderItem/{orderItemId}/InventoryItem/{inventoryItemId}": "Checked out a copy",
  "POST Order/AssignMultipleSKUSToOrderItem/{orderItemId}/inventoryId/{inventoryId}/quantity/{n}": "Checked out copies",
  "POST Order/RemoveSKUFromOrderItem/{orderItemId}/OrderInventoryItem/{id}": "Took a copy off an order",
  "POST Order/RemoveAllSKUsFromOrderItem/{orderItemId}": "Undid a check-out",
  "POST News/SaveItem": "Changed a news item",
  "GET account/borrowers/csv": "Downloaded the borrowers",
};

/** What a call says when the thing was new. */
const wordsForNew: Partial<Record<CallName, string>> = {
  "POST Inventory/SaveInventory": "Added an item",
  "POST Inventory/AddReferenceNumber": "Added an item and a copy",
  "POST News/SaveItem": "Added a news item",
};

const named = new Map(Object.entries(words));
const namedNew = new Map(Object.entries(wordsForNew));

/** What was done, in plain words; a call that has none yet is named. */
export function deedOf({ call, changes }: Pick<AuditEntry, "call" | "changes">): string {
  return (isNew(changes) ? namedNew.get(call) : undefined) ?? named.get(call) ?? call;
}

/** A thing is never without a title: where there was none before, there was no thing. */
function isNew(changes: AuditEntry["changes"]): boolean {
  return changes.some(({ field, before }) => /^title$/i.test(field) && before === null);
}

/** Where the thing is looked at; undefined for what has no page. */
export function subjectHref({ kind, subjectId }: Pick<AuditEntry, "kind" | "subjectId">): string | undefined {
  if (subjectId === null) return undefined;
  return {
    item: `/admin/viewitem/${subjectId}`,
    order: `/admin/orderdetails/${subjectId}`,
    news: `/admin/editnews/${subjectId}`,
    picture: undefined,
    borrowers: undefined,
  }[kind];
}
