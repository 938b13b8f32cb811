import type { CallName } from "#contract/all.ts";
import { type ActivityEntry, anonymizedBorrower, type OperatorCommand } from "#contract/admin/activity-log.ts";

const words: Partial<Record<CallName | OperatorCommand, string | readonly [changed: string, added: string]>> = {
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
  "POST Borrowers/Change/{id}": "Changed a borrower",
  "POST Borrowers/SendReset/{id}": "Sent a borrower a link for a new password",
  "POST Borrowers/AddNote/{id}": "Added a note about a borrower",
  "POST Borrowers/DeleteNote/{noteId}": "Deleted a note about a borrower",
  "POST Borrowers/Block/{id}": "Blocked a borrower",
  "POST Borrowers/Unblock/{id}": "Unblocked a borrower",
  "POST Borrowers/TransferLoans/{id}": "Handed loans over to a colleague",
  "POST Borrowers/UndoTransfer/{id}": "Took back loans from a colleague",
  "POST Borrowers/Merge/{id}": "Merged two accounts",
  "GET Borrowers/ClearanceLetter/{id}": "Made a clearance letter",
  "POST Borrowers/Anonymize/{id}": "Forgot a borrower",
  "GET Borrowers/csv": "Downloaded a list of borrowers",
  "GET Schools/UseCsv": "Downloaded a count of orders by school",
  "POST Order/PlaceForCaller": "Placed an order for a caller",
  "POST Order/Cancel/{orderId}": "Canceled an order",
  "POST Order/CheckOutAll/{orderId}": "Checked out everything",
  "GET Order/PackingPapers": "Printed packing slips or labels",
  "POST Order/ChangeLines/{orderId}": "Changed the titles of an order",
  "POST Order/ChangeDays/{orderId}": "Changed the days of an order",
  "POST Order/Undo/{eventId}": "Undid a change of an order",
  "POST Desk/UndoCheckOut/{orderInventoryItemId}": "Took a copy off an order",
  "POST Returns/CheckIn": "Checked in a copy",
  "POST Returns/ChangeCondition/{id}": "Noted the condition of a copy",
  "POST Returns/Undo/{id}": "Undid a check-in",
  "POST Inspection/Move/{inventoryItemId}": "Decided about a copy after inspection",
  "POST Inspection/MoveMany": "Decided about a copy after inspection",
  "POST Returns/AddPhoto/{orderInventoryItemId}": "Added a photo of a copy",
  "POST Returns/RemovePhoto/{id}": "Removed a photo of a copy",
  "POST Order/RenewCopy/{orderInventoryItemId}": "Renewed a copy",
  "POST Returns/Swap": "Swapped two copies",
  "POST Order/Renew/{orderId}": "Renewed an order",
  "POST Order/SettleReports/{orderId}": "Saw to a reported problem",
  "POST Order/RenewMany": "Renewed an order",
  "POST Reminders/Send": "Reminded a borrower",
  "POST Reminders/SaveSteps": "Changed when borrowers are reminded",
  "POST Claims/Open": "Opened a claim",
  "POST Claims/Change/{id}": "Changed a claim",
  "POST Claims/Settle/{id}": "Settled a claim",
  "POST Claims/Undo/{id}": "Took back a step of a claim",
  "POST Claims/SendLetter/{id}": "Mailed a letter about claims",
  "POST Claims/SendLetters": "Mailed a letter about claims",
  "GET Claims/csv": "Downloaded the claims",
  "GET Inventory/LowStockCsv": "Downloaded the titles with low stock",
  "POST Inventory/Archive/{id}": "Archived an item",
  "POST Inventory/Unarchive/{id}": "Took an item out of the archive",
  "POST Inventory/ArchiveCopy/{inventoryItemId}": "Archived a copy",
  "POST Inventory/UnarchiveCopy/{inventoryItemId}": "Took a copy out of the archive",
  "POST News/Archive/{id}": "Archived a news item",
  "POST News/Unarchive/{id}": "Took a news item out of the archive",
  "POST News/SaveItem": ["Changed a news item", "Added a news item"],
  "POST Labels/MarkPrinted": "Printed labels",
  "GET account/borrowers/csv": "Downloaded the borrowers list",
  "GET Desk/OrdersCsv": "Downloaded a list of orders",
  "POST Site/SaveSection": "Changed the site’s content",
  "POST Site/BringBackSection": "Restored site content",
  "GET MailingList/csv": "Downloaded the mailing list",
  "POST Mail/Resend/{id}": "Resent an email",
  "POST Mail/ResendMany": "Resent an email",
  "POST Mail/SendHeld": "Let emails be sent again after a restore",
  "POST Mail/SwitchKind/{kind}/{isOn}": "Turned a type of email on or off",
  "POST Staff/ChangePassword": "Changed their password",
  "POST Staff/ChangeEmail": "Changed their email address",
  "POST Staff/ChangeName": "Changed their name",
  "POST Staff/ChangeScanSignals": "Changed how scans answer them",
  "POST Staff/TurnOnTwoStep": "Turned on the second step of their login",
  "POST Staff/NewRecoveryCodes": "Made new recovery codes",
  "POST Staff/TurnOffTwoStep": "Turned off the second step of their login",
  "POST Staff/RemoveTwoStep/{userId}": "Removed the second step of a login",
  "POST Staff/EndSession/{userId}/{sessionNumber}": "Ended a session",
  "POST Settings/Save": "Changed the settings",
  "POST System/BackUp": "Asked for a backup",
  "POST Code/SaveList": "Changed the subjects or grades",
  "POST Synonyms/SaveEntry": ["Changed an entry of the thesaurus", "Added an entry to the thesaurus"],
  "POST Synonyms/RemoveEntry/{id}": "Removed an entry of the thesaurus",
  "POST Calendars/SaveCalendar": ["Changed the calendar of a district", "Added the calendar of a district"],
  "POST Calendars/RemoveCalendar/{id}": "Removed the calendar of a district",
  "npm run admin -- create": "Made an administrator on the server",
  "npm run admin -- reset-two-step": "Removed the second step of a login on the server",
  "npm run admin -- turn-key": "Turned the key of the sessions on the server",
  "POST Staff/ChangeRole/{userId}": "Changed a role",
  "POST Staff/Invite": "Invited a colleague",
  "POST Staff/WithdrawInvitation/{id}": "Withdrew an invitation",
  "POST Staff/AcceptInvitation/{token}": "Accepted an invitation",
  "POST Staff/Disable/{userId}": "Disabled a staff account",
  "POST Staff/Enable/{userId}": "Enabled a staff account",
  "POST Staff/EndSessions/{userId}": "Ended sessions",
  "POST Import/UploadFile": "Uploaded a file of titles",
  "POST Import/SaveRows/{id}": "Imported a file of titles",
  "POST Import/Cancel/{id}": "Canceled an import",
  "POST Import/MapWords": "Said what words of files mean",
  "POST Import/Undo/{id}": "Undid an import",
  "POST Schools/UploadDirectory": "Took in the state’s directory of schools",
  "GET Import/ExportCollection": "Downloaded the collection",
  "POST InventoryCount/Start": "Started a inventory-count",
  "POST InventoryCount/Close/{id}": "Closed a inventory-count",
  "POST InventoryCount/Reopen/{id}": "Reopened a inventory-count",
  "POST InventoryCount/MarkMissing/{id}": "Marked copies as missing",
  "POST InventoryCount/UndoMissing/{id}": "Undid that copies were marked as missing",
  "GET InventoryCount/csv/{id}": "Downloaded a list of a inventory-count",
};

const actions = new Map<string, string | readonly [string, string]>(Object.entries(words));

export function actionOf({ call, changes }: Pick<ActivityEntry, "call" | "changes">): string {
  const known = ofStatus({ call, changes }) ?? actions.get(call) ?? call;
  const action = typeof known === "string" ? known : known[isNew(changes) ? 1 : 0];
  const added = changes.filter((change) => isCopy(change) && change.before === null).length;
  return action.replace("{copies}", added > 1 ? `${added} copies` : "a copy");
}

/** What became of an order whose status changed, as a clerk would tell it. */
function ofStatus({ call, changes }: Pick<ActivityEntry, "call" | "changes">): string | undefined {
  const to = (name: string) => changes.find(({ field }) => field === name)?.after;
  const status = to("Status");
  if (!status) return undefined;
  if (call === "POST Order/Undo/{eventId}") return `Undid a change: the order is ${status} again`;
  if (call !== "POST Order/UpdateOrder/") return undefined;
  const tracking = to("Tracking number");
  if (status === "Shipped") return tracking ? `Shipped an order, tracking ${tracking}` : "Shipped an order";
  return `Set an order to ${status}`;
}

/** Everything has a title, words, or a district, so missing previous ones mean that the thing was new. */
function isNew(changes: ActivityEntry["changes"]): boolean {
  return changes.some(({ field, before }) => /^(?:title|words|district)$/i.test(field) && before === null);
}

const isCopy = ({ field }: { field: string }) => / copy \d+$/.test(field);

const maxCopiesNamed = 3;

/** The subject of an entry in one line: its fields by name, and many copies as a count. */
export function fieldsInShort(changes: ActivityEntry["changes"]): string {
  const copies = changes.filter(isCopy).length;
  const named = copies > maxCopiesNamed ? changes.filter((change) => !isCopy(change)) : changes;
  const names = named.map(({ field }) => inSentenceCase(field));
  return (copies > maxCopiesNamed ? [...names, `${copies} copies`] : names).join(", ");
}

export function inSentenceCase(field: string): string {
  return field.charAt(0).toUpperCase() + field.slice(1);
}

const pages: Partial<Record<ActivityEntry["kind"], string>> = {
  item: "viewitem",
  order: "orderdetails",
  news: "editnews",
  borrowers: "borrowers",
  "inventory-count": "inventory-count",
  thesaurus: "thesaurus",
  calendar: "calendars",
};

type Subject = Pick<ActivityEntry, "kind" | "subjectId" | "subjectLabel">;

/** The page of what was changed; undefined where there is none, or no longer. */
export function subjectHref({ kind, subjectId, subjectLabel }: Subject): string | undefined {
  const page = subjectLabel === anonymizedBorrower ? undefined : pages[kind];
  return page && subjectId !== null ? `/admin/${page}/${subjectId}` : undefined;
}
