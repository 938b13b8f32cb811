import {
  type KeptLoanReason,
  type LoanField,
  loanFieldNames,
  loanFields,
  missingLoanField,
} from "#contract/orders/loan-files.ts";
import type { ImportView } from "#web/imports/import-view.ts";
import { PackagesToImport } from "./packages-to-import.tsx";

const help: Record<LoanField, string> = {
  label: "The label of the copy, such as B12345-2. Each row is one copy.",
  sku: "The copy’s SKU, if the file has no column for the whole label.",
  copyNumber: "The copy’s number, such as 2. You can leave it out for titles with one copy.",
  email: "The borrower’s email address. The borrower needs an account, so import borrowers first.",
  name: "The borrower’s name, if the list has no email addresses. It needs the school, too.",
  school: "The borrower’s school, which tells people with the same name apart.",
  due: "When the copy is due, such as 12/21/2026. It can be in the past.",
  shipped: "When it shipped. Without it, we count back the loan period from the due date.",
  tracking: "The tracking number of the package.",
};

const keptReasons: Record<KeptLoanReason, string> = {
  claim: "Someone opened a claim.",
  returned: "A copy was returned.",
  transferred: "It was transferred to a colleague.",
  reported: "The borrower reported something.",
  changed: "Someone renewed or edited it.",
  used: "Something else in the library uses it.",
};

export const loanView: ImportView = {
  of: "loans",
  one: "loan",
  many: "loans",
  place: "in the library",
  home: { to: "/admin/orderlist", label: "Orders" },
  fields: loanFieldNames.map((name) => ({ name, label: loanFields[name].label, help: help[name] })),
  missingField: missingLoanField,
  upload: {
    heading: "Import open loans",
    lead: "Upload a list of the copies that are out, as a spreadsheet saved as CSV. Each package becomes a shipped order, and nobody gets an email about it. Import titles and borrowers first.",
    hint: "CSV, up to 50 MB. One row per copy.",
    sample: {
      fileName: "sample-loans.csv",
      lines: [
        "Label,Email address,Due date,Ship date,Tracking number",
        "SMPL1-1,ana.ruiz@school.example,12/21/2026,11/20/2026,9400 1000 0000 0000 0000 00",
        "SMPL2-1,ana.ruiz@school.example,12/21/2026,11/20/2026,9400 1000 0000 0000 0000 00",
      ],
    },
  },
  duplicates: { known: "Existing loan", why: "they are the same loan." },
  mark: "Order",
  linkTo: (orderId) => `/admin/orderdetails/${orderId}`,
  undoExplanation:
    "The orders it added will be removed, and their copies will be available. Orders with later activity, such as a return, are kept and listed.",
  keptReasons,
  Checked: PackagesToImport,
};
