import type { ImportWord } from "#contract/imports/imports.ts";
import {
  type BorrowerFileField,
  borrowerFieldNames,
  borrowerFields,
  type KeptBorrowerReason,
  maxImportedBorrowers,
  missingBorrowerField,
  repeatedBorrowerFields,
} from "#contract/people/borrower-files.ts";
import type { ImportView } from "#web/imports/import-view.ts";
import { InvitationsCard } from "./invitations.tsx";

const help: Record<BorrowerFileField, string> = {
  name: "The whole name, as “Rosa Díaz” or “Díaz, Rosa”. Or match the first and last names.",
  firstName: "For a file with first and last names in two columns.",
  lastName: "For a file with first and last names in two columns.",
  emailAddress: "Required in every row; each borrower needs their own.",
  phoneNumber: "At least 10 characters.",
  schoolName: "We look it up in the state’s school directory. If it isn’t there, it stays as typed.",
  schoolDistrict: "You can leave it out for schools whose name is in the directory only once.",
  address: "For a file with the whole address in one column: 12 Elm St, Fresno, CA 93701.",
  street: "Where to ship.",
  city: "If the city and ZIP are blank, we use the school’s from the directory.",
  state: "Such as CA.",
  zip: "Five digits, or nine.",
  language: "English, unless it says Spanish.",
  number: "A number your previous system used. It becomes a note that only staff can see.",
  notes: "Only staff can see them.",
};

const keptReasons: Record<KeptBorrowerReason, string> = {
  password: "They chose a password.",
  edited: "Their information was changed.",
  used: "They have an order, a cart, a spot on a waitlist, or a new note.",
};

/** Imports of borrowers, as staff see them. */
export const borrowerView: ImportView = {
  of: "borrowers",
  one: "borrower",
  many: "borrowers",
  place: "on file",
  home: { to: "/admin/borrowers", label: "Borrowers" },
  fields: borrowerFields.map((name) => ({
    name,
    label: borrowerFieldNames[name],
    help: help[name],
    mayRepeat: repeatedBorrowerFields.has(name),
  })),
  missingField: missingBorrowerField,
  upload: {
    heading: "Import borrowers",
    lead: "Upload your list of borrowers as CSV. Nobody gets an email until you invite them to choose a password.",
    hint: `CSV, up to ${maxImportedBorrowers.toLocaleString("en-US")} rows.`,
    sample: {
      fileName: "sample-borrowers.csv",
      lines: [
        "First name,Last name,Email,Phone,School,School district,Street,City,State,ZIP,Notes",
        "Rosa,Díaz,rosa.diaz@school.example,(559) 555-0134,Lincoln Elementary,Fresno Unified,12 Elm St,Fresno,CA,93701,Prefers morning deliveries",
        "Sam,Lee,sam.lee@school.example,559-555-0187,Roosevelt High,Fresno Unified,4250 E Tulare St,Fresno,CA,93702,",
      ],
    },
  },
  duplicates: {
    known: "Existing borrower",
    why: "the email address is the same (skipped unless you choose otherwise), or the name and the school are.",
  },
  mark: "Email",
  words: {
    heading: "Schools that aren’t in the directory",
    lead: "Match each to a school in the directory, or keep it as typed.",
    labels: { school: "School" },
    nothing: "Keep it as typed",
    useNames: () => namesOf,
  },
  linkTo: (borrowerId) => `/admin/borrowers/${borrowerId}`,
  undoExplanation:
    "Borrowers it added will be removed. Those who have since chosen a password, ordered, or been edited are kept and listed.",
  keptReasons,
  AfterSave: InvitationsCard,
};

const namesOf = ({ choices }: ImportWord) => choices;
