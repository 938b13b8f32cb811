import type { CallName } from "#contract/all.ts";
import { languageName } from "#contract/catalog/title-languages.ts";
import { formatDay, formatTime, machineDay } from "#web/lib/formats.tsx";
import { type ActivityEntry, anonymizedBorrower, type Recorded } from "#contract/admin/activity-log.ts";

const words: Partial<Record<CallName | Recorded, string | readonly [changed: string, added: string]>> = {
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
  "POST Borrowers/Invite": "Invited imported borrowers",
  "POST Borrowers/SendReset/{id}": "Sent a borrower a password reset link",
  "POST Borrowers/SendConfirmation/{id}": "Sent a borrower a confirmation link",
  "POST Borrowers/ConfirmByPhone/{id}": "Confirmed a borrower’s email address by phone",
  "POST Borrowers/AddNote/{id}": "Added a note about a borrower",
  "POST Borrowers/DeleteNote/{noteId}": "Deleted a note about a borrower",
  "POST Borrowers/Block/{id}": "Blocked a borrower",
  "POST Borrowers/Unblock/{id}": "Unblocked a borrower",
  "POST Borrowers/TransferLoans/{id}": "Transferred loans to a colleague",
  "POST Borrowers/Merge/{id}": "Merged two accounts",
  "GET Borrowers/ClearanceLetter/{id}": "Created a clearance letter",
  "POST Borrowers/Anonymize/{id}": "Anonymized a borrower",
  "GET Borrowers/csv": "Downloaded a list of borrowers",
  "POST Order/PlaceForCaller": "Placed an order for a caller",
  "POST Order/Cancel/{orderId}": "Canceled an order",
  "POST Order/CheckOutAll/{orderId}": "Checked out everything",
  "GET Order/PackingPapers": "Printed packing slips or labels",
  "GET Postage/Csv": "Downloaded addresses for postage",
  "POST Order/ChangeLines/{orderId}": "Changed the titles in an order",
  "POST Order/ChangeDays/{orderId}": "Changed the dates of an order",
  "POST Order/Undo/{eventId}": "Undid a change to an order",
  "POST Returns/CheckIn": "Checked in a copy",
  "POST Returns/ChangeCondition/{id}": "Noted the condition of a copy",
  "POST Inspection/Move/{inventoryItemId}": "Inspected a copy",
  "POST Inspection/MoveMany": "Inspected a copy",
  "POST Returns/AddPhoto/{orderInventoryItemId}": "Added a photo of a copy",
  "POST Returns/RemovePhoto/{id}": "Removed a photo of a copy",
  "POST Order/RenewCopy/{orderInventoryItemId}": "Renewed a copy",
  "POST Returns/Swap": "Swapped two copies",
  "POST Order/Renew/{orderId}": "Renewed an order",
  "POST Order/SettleReports/{orderId}": "Resolved a reported problem",
  "POST Order/RenewMany": "Renewed an order",
  "POST Reminders/Send": "Reminded a borrower",
  "POST Reminders/SaveSteps": "Changed when borrowers are reminded",
  "POST Claims/Open": "Opened a claim",
  "POST Claims/Change/{id}": "Changed a claim",
  "POST Claims/Settle/{id}": "Settled a claim",
  "POST Claims/SendLetter/{id}": "Sent a letter about claims",
  "POST Claims/SendLetters": "Sent a letter about claims",
  "GET Claims/csv": "Downloaded the claims",
  "GET Inventory/LowStockCsv": "Downloaded the low-stock titles",
  "POST Inventory/Archive/{id}": "Archived an item",
  "POST Inventory/Unarchive/{id}": "Unarchived an item",
  "POST Inventory/ArchiveCopy/{inventoryItemId}": "Archived a copy",
  "POST Inventory/UnarchiveCopy/{inventoryItemId}": "Unarchived a copy",
  "POST News/Archive/{id}": "Archived a news item",
  "POST News/Unarchive/{id}": "Unarchived a news item",
  "POST News/SaveItem": ["Changed a news item", "Added a news item"],
  "POST Labels/MarkPrinted": "Printed labels",
  "GET account/borrowers/csv": "Downloaded the list of borrowers",
  "GET Desk/OrdersCsv": "Downloaded a list of orders",
  "GET Reports/LoansCsv": "Downloaded a report",
  "GET Reports/DemandCsv": "Downloaded a report",
  "GET Reports/UnlentCsv": "Downloaded a report",
  "POST Site/SaveSection": "Changed the site’s content",
  "POST Site/BringBackSection": "Restored site content",
  "GET MailingList/csv": "Downloaded the mailing list",
  "POST Mail/SendMessage": "Emailed borrowers",
  "POST Mail/Resend/{id}": "Resent an email",
  "POST Mail/ResendMany": "Resent an email",
  "POST Mail/SendHeld": "Released held emails after a restore",
  "POST Mail/SwitchKind/{kind}/{isOn}": "Turned a type of email on or off",
  "POST Staff/ChangePassword": "Changed their password",
  "POST Staff/ChangeEmail": "Changed their email address",
  "POST Staff/ChangeName": "Changed their name",
  "POST Staff/ChangeScanSignals": "Changed their scan signals",
  "POST Staff/TurnOnTwoStep": "Turned on two-step verification",
  "POST Staff/NewRecoveryCodes": "Created new recovery codes",
  "POST Staff/TurnOffTwoStep": "Turned off two-step verification",
  "POST Staff/RemoveTwoStep/{userId}": "Removed two-step verification from an account",
  "POST Staff/EndSession/{userId}/{sessionNumber}": "Ended a session",
  "POST Settings/Save": "Changed the settings",
  "POST System/BackUp": "Started a backup",
  "POST Code/SaveList": "Changed the subjects or grades",
  "POST Synonyms/SaveEntry": ["Changed synonyms", "Added synonyms"],
  "POST Synonyms/RemoveEntry/{id}": "Removed synonyms",
  "POST Calendars/SaveCalendar": ["Changed a district’s calendar", "Added a district’s calendar"],
  "POST Calendars/RemoveCalendar/{id}": "Removed a district’s calendar",
  "end-unconfirmed-orders": "Canceled an unconfirmed order",
  "npm run admin -- create": "Created an administrator on the server",
  "npm run admin -- reset-two-step": "Removed two-step verification on the server",
  "npm run admin -- replace-key": "Replaced the secret key on the server",
  "POST Staff/ChangeRole/{userId}": "Changed a role",
  "POST Staff/Invite": "Invited a colleague",
  "POST Staff/WithdrawInvitation/{id}": "Withdrew an invitation",
  "POST Staff/AcceptInvitation": "Accepted an invitation",
  "POST Staff/Disable/{userId}": "Disabled a staff account",
  "POST Staff/Enable/{userId}": "Enabled a staff account",
  "POST Staff/EndSessions/{userId}": "Ended all sessions of an account",
  "POST Import/UploadFile": "Uploaded a file to import",
  "POST Import/SaveRows/{id}": "Imported a file",
  "POST Import/Cancel/{id}": "Canceled an import",
  "POST Import/MapWords": "Matched words in import files",
  "POST Import/Undo/{id}": "Undid an import",
  "POST Schools/UploadDirectory": "Uploaded the state’s school directory",
  "GET Import/ExportCollection": "Downloaded the collection",
  "GET Import/ExportMarc": "Downloaded the collection as MARC 21",
  "POST InventoryCount/Start": "Started an inventory count",
  "POST InventoryCount/Close/{id}": "Closed an inventory count",
  "POST InventoryCount/Reopen/{id}": "Reopened an inventory count",
  "POST InventoryCount/MarkMissing/{id}": "Marked copies as missing",
  "POST InventoryCount/UndoMissing/{id}": "Undid marking copies as missing",
  "GET InventoryCount/csv/{id}": "Downloaded a list from an inventory count",
};

const actions = new Map<string, string | readonly [string, string]>(Object.entries(words));

export function actionOf({ call, changes }: Pick<ActivityEntry, "call" | "changes">): string {
  const sentence = statusChange({ call, changes }) ?? undoOf({ call, changes }) ?? actions.get(call) ?? call;
  const action = typeof sentence === "string" ? sentence : sentence[isNew(changes) ? 1 : 0];
  const addedCopies = changes.filter((change) => isCopy(change) && change.before === null).length;
  return action.replace("{copies}", addedCopies > 1 ? `${addedCopies} copies` : "a copy");
}

/** Returns the sentence for a new order status, undefined for any other change. */
function statusChange({ call, changes }: Pick<ActivityEntry, "call" | "changes">): string | undefined {
  const newValue = (name: string) => changes.find(({ field }) => field === name)?.after;
  const status = newValue("Status");
  if (!status) return undefined;
  if (call === "POST Order/Undo/{eventId}") return `Undid a change: the order is ${status} again`;
  if (call !== "POST Order/UpdateOrder/") return undefined;
  const tracking = newValue("Tracking number");
  if (status === "Shipped") return tracking ? `Shipped an order, tracking ${tracking}` : "Shipped an order";
  return `Set an order to ${status}`;
}

/** Describes an undo that sets no new status: "Undid a check-in". */
function undoOf({ call, changes }: Pick<ActivityEntry, "call" | "changes">): string | undefined {
  if (call !== "POST Order/Undo/{eventId}") return undefined;
  const isAbout = (start: string) => changes.some(({ field }) => field.startsWith(start));
  if (isAbout("Taken back from")) return "Undid a transfer of loans";
  if (isAbout("Checked in of")) return "Undid a check-in";
  if (isAbout("Claim of")) return "Undid a step in a claim";
  return isAbout("Copies of") ? "Undid a copy’s check-out" : undefined;
}

/** Returns whether the subject is new: its title, words, or district had no previous value. */
function isNew(changes: ActivityEntry["changes"]): boolean {
  return changes.some(({ field, before }) => /^(?:title|words|district)$/i.test(field) && before === null);
}

const isCopy = ({ field }: { field: string }) => / copy \d+$/.test(field);

const maxCopiesNamed = 3;

/** Returns the changed fields of an entry in one line, with a count in place of many copies. */
export function fieldsInShort(changes: ActivityEntry["changes"]): string {
  const copies = changes.filter(isCopy).length;
  const namedChanges = copies > maxCopiesNamed ? changes.filter((change) => !isCopy(change)) : changes;
  const names = namedChanges.map(({ field }) => inSentenceCase(field));
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
  synonyms: "synonyms",
  calendar: "calendars",
};

type Subject = Pick<ActivityEntry, "kind" | "subjectId" | "subjectLabel">;

/** Returns the address of the subject's page, undefined if it has none. */
export function subjectHref({ kind, subjectId, subjectLabel }: Subject): string | undefined {
  const page = subjectLabel === anonymizedBorrower ? undefined : pages[kind];
  return page && subjectId !== null ? `/admin/${page}/${subjectId}` : undefined;
}

/** Formats dates and languages for people. The log has "es", and "2026-03-16 to 2026-03-20: Spring break". */
export function readableValue(field: string, value: string): string {
  if (field === "Language") return languageName(value);
  const day = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value) ? machineDay(value) : undefined;
  if (day !== undefined) return `${formatDay(day)}, ${formatTime(value)}`;
  return value.replaceAll(loggedDays, (days) => days.replaceAll(loggedDay, (each) => formatDay(each)));
}

const loggedDay = /\d{4}-\d{2}-\d{2}/g;
/** A date or a range at the start of a line, alone or before a colon. */
const loggedDays = /^\d{4}-\d{2}-\d{2}(?: to \d{4}-\d{2}-\d{2})?(?=:|$)/gm;
