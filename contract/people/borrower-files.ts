import * as z from "zod/mini";
import { endpoint } from "../wire/endpoint.ts";
import { idOrAll } from "../wire/text.ts";

export const maxImportedBorrowers = 20_000;

/** What a column in a file of borrowers can map to, by its label. */
export const borrowerFieldNames = {
  name: "Name",
  firstName: "First name",
  lastName: "Last name",
  emailAddress: "Email",
  phoneNumber: "Phone",
  schoolName: "School",
  schoolDistrict: "School district",
  address: "Address in one column",
  street: "Street",
  city: "City",
  state: "State",
  zip: "ZIP",
  language: "Language of emails",
  number: "Number in your previous system",
  notes: "Notes",
} as const;
export type BorrowerFileField = keyof typeof borrowerFieldNames;

const isBorrowerField = (name: string): name is BorrowerFileField => name in borrowerFieldNames;
export const borrowerFields = Object.keys(borrowerFieldNames).filter(isBorrowerField);

/** Several columns may map to one of these. */
export const repeatedBorrowerFields: ReadonlySet<BorrowerFileField> = new Set(["street", "notes"]);

/** Returns the sentence about a required field that no column maps to. */
export function missingBorrowerField(fields: readonly (string | null)[]): string | undefined {
  if (!fields.includes("name") && !fields.includes("lastName"))
    return "Choose the column that holds the names, or those with the first and last names.";
  return fields.includes("emailAddress") ? undefined : "Choose the column that holds the email addresses.";
}

/**
 * Why an undo kept a borrower.
 * - `password`: they chose a password.
 * - `edited`: someone changed their information.
 * - `used`: they have an order, a cart, a waitlist entry, or a new note, or other records refer to them.
 */
export const keptBorrowerReasons = ["password", "edited", "used"] as const;
export type KeptBorrowerReason = (typeof keptBorrowerReasons)[number];

/** How long the link in an invitation works. */
export const invitationDays = 7;

/**
 * The imported borrowers of one import, or of all, and how many of them were invited and chose a password. `waiting`
 * were never invited, `again` were, but haven't chosen a password.
 */
const invitations = z.object({
  total: z.number(),
  invited: z.number(),
  chosen: z.number(),
  waiting: z.number(),
  again: z.number(),
  /** Whether invitations are being written. */
  isSending: z.boolean(),
});
export type Invitations = z.output<typeof invitations>;

const ofImport = { importId: z._default(idOrAll, 0) };

/** Extension: counts invitations to imported borrowers; `importId` 0 counts all imports. */
export const getInvitations = endpoint("GET Borrowers/GetInvitations", {
  access: "clerk",
  query: z.object(ofImport),
  answer: { data: invitations },
});

/**
 * Extension: emails imported borrowers without a password a link to choose one, in the background. `again` also invites
 * those who were invited before; otherwise nobody gets a second email.
 */
export const inviteBorrowers = endpoint("POST Borrowers/Invite", {
  access: "clerk",
  body: z.object({ ...ofImport, again: z._default(z.boolean(), false) }),
  answer: { data: invitations },
});
