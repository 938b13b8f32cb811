import * as z from "zod/mini";
import { borrowerBody, borrowerRules } from "./accounts.ts";
import { limits } from "../catalog/codes.ts";
import { claimKinds } from "../desk/claims.ts";
import { mailStates } from "../admin/mail.ts";
import { ownMessages } from "../wire/messages.ts";
import { endpoint } from "../wire/endpoint.ts";
import { id, nameOrAll, pageNumber, pageSize, requiredText, text } from "../wire/text.ts";

export const borrowerStates = ["out", "late", "claim", "blocked", "unconfirmed"] as const;

/** The orders of the list; "due" has what is due first. */
export const borrowerSorts = ["name", "school", "newest", "due"] as const;
export type BorrowerSort = (typeof borrowerSorts)[number];

/**
 * A borrower in the list of staff. `copiesOut` are of shipped orders; `copiesLate` of those are past their due day,
 * `dueDate` the earliest one. `blockedBecause` is empty for who may order.
 */
const borrowerRow = z.object({
  borrowerId: z.number(),
  borrowerName: z.string(),
  schoolName: z.string(),
  schoolDistrict: z.string(),
  emailAddress: z.string(),
  phoneNumber: z.string(),
  userName: z.string(),
  registeredAt: z.string(),
  isMailboxConfirmed: z.boolean(),
  blockedBecause: z.string(),
  orders: z.number(),
  openOrders: z.number(),
  openClaims: z.number(),
  copiesOut: z.number(),
  copiesLate: z.number(),
  dueDate: z.nullable(z.string()),
  /** The school of the state's directory that their words mean; null: none does. */
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
  searchString: z._default(text(), ""),
  county: z._default(text(), ""),
  state: z._default(nameOrAll(borrowerStates, `must be one of ${borrowerStates.join(", ")}`), ""),
  sort: z._default(nameOrAll(borrowerSorts, `must be one of ${borrowerSorts.join(", ")}`), ""),
};

/**
 * Extension: a page of the borrowers. Each word of `searchString` begins a word of name, school, district, email address or
 * phone number; or it is as a whole the beginning of a user name. `county` is that of their school in the state's directory, with
 * or without "County".
 */
export const searchBorrowers = endpoint("GET Borrowers/Search", {
  access: "clerk",
  query: z.object({ ...search, page: pageNumber, pageSize }),
  answer: { data: z.array(borrowerRow), total: z.number() },
});

/** Extension: all of them as a CSV, in the same order. */
export const foundBorrowersCsv = endpoint("GET Borrowers/csv", {
  access: "clerk",
  query: z.object(search),
  file: "text/csv",
});

const copyOut = z.object({
  orderId: z.number(),
  inventoryId: z.number(),
  title: z.string(),
  language: z.string(),
  skuNumber: z.string(),
  copyNumber: z.number(),
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
  title: z.string(),
  language: z.string(),
  skuNumber: z.string(),
  copyNumber: z.number(),
  openedAt: z.string(),
  isOpen: z.boolean(),
  cost: z.string(),
});

/** `isFile`: it was written into a folder, as no mail server is set up. */
const mailOfBorrower = z.object({
  mailId: z.number(),
  kind: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  isFile: z.boolean(),
  writtenAt: z.string(),
});

const note = z.object({ noteId: z.number(), note: z.string(), writtenAt: z.string(), writtenByName: z.string() });

/** How many of each the page of a borrower has, the newest first. */
export const maxOfEach = 25;

/** All about a borrower, for staff: who they are, what is out, and the newest of everything else. */
export const borrowerPage = z.extend(borrowerRow, {
  userId: z.number(),
  /** Somebody can log in to the account. */
  hasPassword: z.boolean(),
  blockedAt: z.nullable(z.string()),
  address: z.object({ street: z.string(), city: z.string(), state: z.string(), zip: z.string() }),
  out: z.array(copyOut),
  /** The last loans that went to each colleague, as far as they are still out there: how many orders. */
  transferred: z.array(
    z.object({
      toBorrowerId: z.number(),
      borrowerName: z.string(),
      orders: z.number(),
      on: z.string(),
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
 * Extension: staff change what the borrower could change. Another email address is unconfirmed and gets a link, the one of
 * before gets an email if it was confirmed; open reset links and the borrower's sessions end.
 */
export const changeBorrower = endpoint("POST Borrowers/Change/{id}", {
  access: "clerk",
  params: { id },
  body: borrowerBody,
  rules: borrowerRules,
  answer: {},
});

/** Extension: emails the borrower a link for choosing a new password. */
export const sendBorrowerReset = endpoint("POST Borrowers/SendReset/{id}", {
  access: "clerk",
  params: { id },
  answer: {},
});

/** Extension: a note that staff read, and the borrower does not. */
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

/** Extension: the borrower cannot order until they are unblocked; they get the reason, and keep everything else. */
export const blockBorrower = endpoint("POST Borrowers/Block/{id}", {
  access: "clerk",
  params: { id },
  body: z.object({ reason: text() }),
  rules: z.object({ reason: requiredText(ownMessages.required("Reason")) }),
  answer: {},
});

export const unblockBorrower = endpoint("POST Borrowers/Unblock/{id}", { access: "clerk", params: { id }, answer: {} });

/** How many colleagues a search gives at most. */
export const maxColleagues = 20;

/**
 * Extension: the other borrowers of the same school, by the words of their names; the first twenty by name. Two spellings are
 * one school where the directory, or staff, say so.
 */
export const getColleagues = endpoint("GET Borrowers/GetColleagues/{id}", {
  access: "clerk",
  params: { id },
  query: z.object({ searchString: z._default(text(), "") }),
  answer: { data: z.array(z.object({ borrowerId: z.number(), borrowerName: z.string(), emailAddress: z.string() })) },
});

const transferred = z.array(z.number());

/**
 * Extension: hands the shipped orders of a borrower that still have copies out over to a colleague of the same school, each
 * as a whole. Due days stay. Both get an email after two minutes.
 */
export const transferLoans = endpoint("POST Borrowers/TransferLoans/{id}", {
  access: "clerk",
  params: { id },
  body: z.object({ toBorrowerId: id }),
  answer: { data: transferred },
});

/**
 * Extension: what a borrower last handed over to this colleague is theirs again, as far as it is still out with the colleague
 * and has no open claim. Both get an email, unless the one about handing over was not written yet.
 */
export const undoTransfer = endpoint("POST Borrowers/UndoTransfer/{id}", {
  access: "clerk",
  params: { id },
  body: z.object({ toBorrowerId: id }),
  answer: { data: transferred },
});

/**
 * Extension: merges another account of the same person into this one, and deletes it. Orders, claims, and notes move; name,
 * address, and user name of this one stay. Refused for the account itself. Both addresses get an email.
 */
export const mergeBorrowers = endpoint("POST Borrowers/Merge/{id}", {
  access: "clerk",
  params: { id },
  body: z.object({ fromBorrowerId: id }),
  answer: { data: z.object({ orders: z.number() }) },
});

/**
 * Extension: deletes a borrower with everything that names them. Their orders stay without a person, for the statistics.
 * Refused while an order or a claim of theirs is open.
 */
export const anonymizeBorrower = endpoint("POST Borrowers/Anonymize/{id}", {
  access: "manager",
  params: { id },
  answer: { data: z.object({ orders: z.number() }) },
});

/** Extension: a letter that a borrower owes nothing, as a PDF. Refused while an order or a claim of theirs is open. */
export const clearanceLetter = endpoint("GET Borrowers/ClearanceLetter/{id}", {
  access: "clerk",
  params: { id },
  file: "application/pdf",
});
