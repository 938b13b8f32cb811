import * as z from "zod/mini";
import { borrowerInList, copyName } from "../catalog/in-lists.ts";
import { borrowerBody, borrowerRules } from "./accounts.ts";
import { limits } from "../catalog/codes.ts";
import { claimKinds } from "../desk/claims.ts";
import { mailStates } from "../admin/mail.ts";
import { ownMessages } from "../wire/messages.ts";
import { endpoint } from "../wire/endpoint.ts";
import { searchText } from "../desk/scans.ts";
import { id, nameOrAll, pageNumber, pageSize, requiredText, text } from "../wire/text.ts";

export const borrowerStates = ["out", "late", "claim", "blocked", "unconfirmed"] as const;

const borrowerSorts = ["name", "school", "newest", "due"] as const;
export type BorrowerSort = (typeof borrowerSorts)[number];

/**
 * `copiesOut` counts copies of shipped orders; `dueDate` is the earliest due date. `blockReason` is empty if the
 * borrower can order.
 */
const borrowerRow = z.object({
  borrowerId: z.number(),
  ...borrowerInList,
  schoolDistrict: z.string(),
  emailAddress: z.string(),
  phoneNumber: z.string(),
  userName: z.string(),
  registeredAt: z.string(),
  isMailboxConfirmed: z.boolean(),
  blockReason: z.string(),
  orders: z.number(),
  openOrders: z.number(),
  openClaims: z.number(),
  copiesOut: z.number(),
  copiesLate: z.number(),
  dueDate: z.nullable(z.string()),
  /** The school in the state's directory that matches the borrower's school name; null for no match. */
  school: z.nullable(
    z.object({
      cdsCode: z.string(),
      school: z.string(),
      district: z.string(),
      county: z.string(),
      isOpen: z.boolean(),
    }),
  ),
});
export type BorrowerRow = z.output<typeof borrowerRow>;

const search = {
  searchString: searchText,
  county: z._default(text(), ""),
  state: z._default(nameOrAll(borrowerStates), ""),
  sort: z._default(nameOrAll(borrowerSorts), ""),
};

/**
 * Extension: searches borrowers and returns a page. Each word of `searchString` must start a word of the name, school,
 * district, email address, or phone number, unless the whole text starts a user name. `county` may end in "County".
 */
export const searchBorrowers = endpoint("GET Borrowers/Search", {
  access: "clerk",
  query: z.object({ ...search, page: pageNumber, pageSize }),
  answer: { data: z.array(borrowerRow), total: z.number() },
});

/** Extension: returns every match as a CSV, in the same order. */
export const borrowerSearchCsv = endpoint("GET Borrowers/csv", {
  access: "clerk",
  query: z.object(search),
  file: "text/csv",
});

const copyOut = z.object({
  orderId: z.number(),
  inventoryId: z.number(),
  ...copyName,
  shipDate: z.nullable(z.string()),
  dueDate: z.nullable(z.string()),
  isLate: z.boolean(),
});

const orderOfBorrower = z.object({
  orderId: z.number(),
  orderDate: z.string(),
  statusId: z.number(),
  statusName: z.string(),
  itemCount: z.number(),
  dueDate: z.nullable(z.string()),
});

const claimOfBorrower = z.object({
  claimId: z.number(),
  kind: z.enum(claimKinds),
  ...copyName,
  openedAt: z.string(),
  isOpen: z.boolean(),
  cost: z.string(),
});

/**
 * `isFile` tells whether the email was saved to a folder because no mail server is set up. `writtenByName` is empty unless
 * staff wrote the email.
 */
const mailOfBorrower = z.object({
  mailId: z.number(),
  kind: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  isFile: z.boolean(),
  writtenAt: z.string(),
  writtenByName: z.string(),
});

const note = z.object({ noteId: z.number(), note: z.string(), writtenAt: z.string(), writtenByName: z.string() });

export const maxOfEach = 25;

/** All current loans, and the newest entries of everything else. */
const borrowerPage = z.extend(borrowerRow, {
  userId: z.number(),
  /**
   * The day until which nightly backups hold this data, even if the borrower is anonymized now; null if the library makes
   * none.
   */
  backupsUntil: z.nullable(z.string()),
  /** When the email address was confirmed, null if it wasn't, and how: by a link, on the phone, or by an import. */
  mailboxConfirmedAt: z.nullable(z.string()),
  mailboxConfirmedBy: z.enum(["link", "phone", "import"]),
  /** Whether anyone can log in to the account. */
  hasPassword: z.boolean(),
  blockedAt: z.nullable(z.string()),
  address: z.object({ street: z.string(), city: z.string(), state: z.string(), zip: z.string() }),
  out: z.array(copyOut),
  /**
   * The last transfer to each colleague, with the number of orders that the colleague still has. `eventId` identifies
   * the transfer to undo.
   */
  transferred: z.array(
    z.object({
      toBorrowerId: z.number(),
      borrowerName: z.string(),
      orders: z.number(),
      on: z.string(),
      eventId: z.number(),
    }),
  ),
  latestOrders: z.array(orderOfBorrower),
  claims: z.array(claimOfBorrower),
  mails: z.array(mailOfBorrower),
  notes: z.array(note),
});
export type BorrowerPage = z.output<typeof borrowerPage>;

export const getBorrower = endpoint("GET Borrowers/Get/{id}", {
  access: "clerk",
  params: { id },
  answer: { data: borrowerPage },
});

/**
 * Extension: changes the fields that the borrower can change. A new email address starts unconfirmed and gets a
 * confirmation link; the previous address gets an email if it was confirmed. Ends open links and the borrower's
 * sessions. If a clerk changed it, no password reset goes to it for a day, unless a manager sends it.
 */
export const changeBorrower = endpoint("POST Borrowers/Change/{id}", {
  access: "clerk",
  params: { id },
  body: borrowerBody,
  rules: borrowerRules,
  answer: {},
});

/**
 * Extension: emails the borrower a link to choose a new password. Refuses clerks for a day after one of them changed the
 * address.
 */
export const sendBorrowerReset = endpoint("POST Borrowers/SendReset/{id}", {
  access: "clerk",
  params: { id },
  answer: {},
});

/** Extension: emails an unconfirmed borrower the link that confirms their email address. */
export const sendConfirmationTo = endpoint("POST Borrowers/SendConfirmation/{id}", {
  access: "clerk",
  params: { id },
  answer: {},
});

/** Extension: confirms a borrower's email address, because they confirmed it by phone. Idempotent. */
export const confirmByPhone = endpoint("POST Borrowers/ConfirmByPhone/{id}", {
  access: "clerk",
  params: { id },
  answer: {},
});

/** Extension: adds a note that only staff can see. */
export const addBorrowerNote = endpoint("POST Borrowers/AddNote/{id}", {
  access: "clerk",
  params: { id },
  body: z.object({ note: text(limits.description) }),
  rules: z.object({ note: requiredText(ownMessages.required("Note"), limits.description) }),
  answer: {},
});

export const deleteBorrowerNote = endpoint("POST Borrowers/DeleteNote/{noteId}", {
  access: "clerk",
  params: { noteId: id },
  answer: {},
});

/** Extension: blocks a borrower from placing orders, and shows them the reason. */
export const blockBorrower = endpoint("POST Borrowers/Block/{id}", {
  access: "clerk",
  params: { id },
  body: z.object({ reason: text() }),
  rules: z.object({ reason: requiredText(ownMessages.required("Reason")) }),
  answer: {},
});

export const unblockBorrower = endpoint("POST Borrowers/Unblock/{id}", { access: "clerk", params: { id }, answer: {} });

export const maxColleagues = 20;

/**
 * Extension: returns the first twenty borrowers at the same school whose names match. The school directory resolves
 * different spellings of a school's name.
 */
export const getColleagues = endpoint("GET Borrowers/GetColleagues/{id}", {
  access: "clerk",
  params: { id },
  query: z.object({ searchString: searchText }),
  answer: { data: z.array(z.object({ borrowerId: z.number(), borrowerName: z.string(), emailAddress: z.string() })) },
});

/**
 * Extension: transfers a borrower's shipped orders with copies still on loan to a colleague at the same school, each as
 * a whole. Due dates stay the same. Both people get an email after two minutes.
 */
export const transferLoans = endpoint("POST Borrowers/TransferLoans/{id}", {
  access: "clerk",
  params: { id },
  body: z.object({ toBorrowerId: id }),
  answer: { data: z.array(z.number()) },
});

/**
 * Extension: merges another account of the same person into this one and deletes it. Orders, claims, and notes move;
 * this account keeps its name, address, and user name. Both email addresses get an email. Only a manager can merge
 * accounts with different addresses.
 */
export const mergeBorrowers = endpoint("POST Borrowers/Merge/{id}", {
  access: "clerk",
  params: { id },
  body: z.object({ fromBorrowerId: id }),
  answer: { data: z.object({ orders: z.number() }) },
});

/**
 * Extension: deletes everything that identifies a borrower; the orders stay for statistics. Refused while an order or
 * claim is open.
 */
export const anonymizeBorrower = endpoint("POST Borrowers/Anonymize/{id}", {
  access: "manager",
  params: { id },
  answer: { data: z.object({ orders: z.number() }) },
});

/** Extension: returns a PDF letter stating that the borrower owes nothing. Refused while an order or claim is open. */
export const clearanceLetter = endpoint("GET Borrowers/ClearanceLetter/{id}", {
  access: "clerk",
  params: { id },
  file: "application/pdf",
});
