import type { CallName } from "#contract/all.ts";
import type { AuditEntry } from "#contract/audit.ts";

/** The actions by call in plain words; the second, where the thing was new. */
const words: Partial<Record<CallName, string | readonly [changed: string, added: string]>> = {
  "POST Inventory/SaveInventory": ["Changed an item", "Added an item"],
  "POST Inventory/UpdateInventory/{id}": "Changed an item",
  "POST Inventory/AddReferenceNumber": ["Added {copies}", "Added an item and {copies}"],
  "POST Inventory/UploadAttachment": "Uploaded a picture",
  "POST Site/UploadDocument": "Uploaded a document",
  "POST Order/UpdateOrder/": "Changed an order",
  "POST Order/AssignSKUToOrderItem/{orderItemId}/InventoryItem/{inventoryItemId}": "Checked out a copy",
  "POST Order/AssignMultipleSKUSToOrderItem/{orderItemId}/inventoryId/{inventoryId}/quantity/{n}": "Checked out copies",
  "POST Order/RemoveSKUFromOrderItem/{orderItemId}/OrderInventoryItem/{id}": "Removed a copy from an order",
  "POST Order/RemoveAllSKUsFromOrderItem/{orderItemId}": "Undid a check-out",
  "POST Account/RegisterCaller": "Registered a borrower",
  "POST Order/PlaceForCaller": "Placed an order for a caller",
  "POST Order/Cancel/{orderId}": "Canceled an order",
  "POST Order/CheckOutAll/{orderId}": "Checked out everything",
  "POST Order/ChangeLines/{orderId}": "Changed the titles of an order",
  "POST Order/UndoCancel/{orderId}": "Undid the cancellation of an order",
  "POST Returns/CheckIn": "Checked in a copy",
  "POST Returns/ChangeCondition/{id}": "Noted the condition of a copy",
  "POST Returns/Undo/{id}": "Undid a check-in",
  "POST Order/Renew/{orderId}": "Renewed an order",
  "POST Returns/UndoReturned/{orderId}": "Undid that an order was returned",
  "POST Reminders/SaveSteps": "Changed when borrowers are reminded",
  "POST Cases/Open": "Opened a case",
  "POST Cases/Change/{id}": "Changed a case",
  "POST Cases/Settle/{id}": "Settled a case",
  "POST Cases/Undo/{id}": "Took back a step of a case",
  "POST Cases/SendLetter/{id}": "Mailed a letter about cases",
  "GET Cases/csv": "Downloaded the cases",
  "POST News/SaveItem": ["Changed a news item", "Added a news item"],
  "POST Labels/MarkPrinted": "Printed labels",
  "GET account/borrowers/csv": "Downloaded the borrowers list",
  "GET Desk/OrdersCsv": "Downloaded a list of orders",
  "POST Site/SaveSection": "Changed the site’s content",
  "POST Site/BringBackSection": "Restored site content",
  "GET MailingList/csv": "Downloaded the mailing list",
  "POST Mail/Resend/{id}": "Resent an email",
  "POST Mail/SwitchKind/{kind}/{isOn}": "Turned a type of email on or off",
  "POST Staff/ChangePassword": "Changed their password",
  "POST Staff/ChangeEmail": "Changed their email address",
  "POST Staff/TurnOnSecondStep": "Turned on the second step of their login",
  "POST Staff/NewRecoveryCodes": "Made new recovery codes",
  "POST Staff/TurnOffSecondStep": "Turned off the second step of their login",
  "POST Staff/RemoveSecondStep/{userId}": "Removed the second step of a login",
  "POST Staff/EndSession/{userId}/{sessionNumber}": "Ended a session",
  "POST Staff/Invite": "Invited a colleague",
  "POST Staff/WithdrawInvitation/{id}": "Withdrew an invitation",
  "POST Staff/AcceptInvitation/{token}": "Accepted an invitation",
  "POST Staff/Disable/{userId}": "Disabled a staff account",
  "POST Staff/Enable/{userId}": "Enabled a staff account",
  "POST Staff/EndSessions/{userId}": "Ended sessions",
  "POST Import/UploadFile": "Uploaded a file of titles",
  "POST Import/SaveRows/{id}": "Imported a file of titles",
  "POST Import/Cancel/{id}": "Canceled an import",
  "GET Import/ExportCollection": "Downloaded the collection",
};

const actions = new Map<string, string | readonly [string, string]>(Object.entries(words));

/** The action in plain words, or the call's name without one. */
export function actionOf({ call, changes }: Pick<AuditEntry, "call" | "changes">): string {
  const known = actions.get(call) ?? call;
  const action = typeof known === "string" ? known : known[isNew(changes) ? 1 : 0];
  const added = changes.filter((change) => isCopy(change) && change.before === null).length;
  return action.replace("{copies}", added > 1 ? `${added} copies` : "a copy");
}

/** Everything has a title, so a missing previous title means that the thing was new. */
function isNew(changes: AuditEntry["changes"]): boolean {
  return changes.some(({ field, before }) => /^title$/i.test(field) && before === null);
}

const isCopy = ({ field }: { field: string }) => / copy \d+$/.test(field);

const mostCopiesNamed = 3;

/** The subject of an entry in one line: its fields by name, and many copies as a count. */
export function fieldsInShort(changes: AuditEntry["changes"]): string {
  const copies = changes.filter(isCopy).length;
  const named = copies > mostCopiesNamed ? changes.filter((change) => !isCopy(change)) : changes;
  const names = named.map(({ field }) => inSentenceCase(field));
  return (copies > mostCopiesNamed ? [...names, `${copies} copies`] : names).join(", ");
}

export function inSentenceCase(field: string): string {
  return field.charAt(0).toUpperCase() + field.slice(1);
}

const pages: Partial<Record<AuditEntry["kind"], string>> = {
  item: "viewitem",
  order: "orderdetails",
  news: "editnews",
};

export function subjectHref({ kind, subjectId }: Pick<AuditEntry, "kind" | "subjectId">): string | undefined {
  const page = pages[kind];
  return page && subjectId !== null ? `/admin/${page}/${subjectId}` : undefined;
}
