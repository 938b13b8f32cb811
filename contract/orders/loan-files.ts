import * as z from "zod/mini";
import { columnNames } from "../wire/table-format.ts";
import { endpoint } from "../wire/endpoint.ts";
import { id, pageNumber, pageSize } from "../wire/text.ts";

/** What a column in a list of open loans can map to, with the names that lists often use. Each row is one copy. */
export const loanFields = {
  label: { label: "Label", otherNames: ["copy label", "barcode", "item"] },
  sku: { label: "SKU Number", otherNames: ["sku", "reference number", "item number", "item no", "number", "code"] },
  copyNumber: { label: "Copy number", otherNames: ["copy no", "copy num"] },
  email: { label: "Email address", otherNames: ["email", "e mail", "borrower email", "teacher email", "mail"] },
  name: {
    label: "Borrower’s name",
    otherNames: ["borrower", "borrower name", "name", "teacher", "teacher name", "patron"],
  },
  school: { label: "School", otherNames: ["school name", "site"] },
  due: { label: "Due date", otherNames: ["due", "date due", "due back", "return date", "return by"] },
  shipped: {
    label: "Ship date",
    otherNames: columnNames(`
      shipped, shipped on, date shipped, checked out, checkout date, date out, loan date, sent`),
  },
  tracking: { label: "Tracking number", otherNames: ["tracking", "tracking no"] },
} as const satisfies Record<string, { label: string; otherNames: readonly string[] }>;
export type LoanField = keyof typeof loanFields;

const isLoanField = (name: string): name is LoanField => name in loanFields;
export const loanFieldNames = Object.keys(loanFields).filter(isLoanField);

/** Returns the sentence about a required field that no column maps to. */
export function missingLoanField(fields: readonly (string | null)[]): string | undefined {
  const hasOne = (...names: LoanField[]) => names.some((name) => fields.includes(name));
  if (!hasOne("label", "sku")) return "Choose the column that holds the labels of the copies, or their SKUs.";
  if (!hasOne("email", "name")) return "Choose the column that holds the borrowers’ email addresses, or their names.";
  return hasOne("due") ? undefined : "Choose the column that holds the due dates.";
}

/**
 * Why an undo kept the order of a loan.
 * - `claim`: someone opened a claim, as for a lost copy.
 * - `returned`: a copy came back.
 * - `transferred`: the borrower's loans went to a colleague.
 * - `reported`: the borrower reported something.
 * - `changed`: someone renewed or edited it.
 * - `used`: other records refer to it.
 */
export const keptLoanReasons = ["claim", "returned", "transferred", "reported", "changed", "used"] as const;
export type KeptLoanReason = (typeof keptLoanReasons)[number];

/** A package of a checked list, which will be an order. `row` is its first row, and `copies` has its first copies. */
const packageToImport = z.object({
  row: z.number(),
  borrowerId: z.number(),
  borrowerName: z.string(),
  schoolName: z.string(),
  shipDate: z.string(),
  dueDate: z.string(),
  trackingNumber: z.string(),
  copyCount: z.number(),
  copies: z.array(z.object({ skuNumber: z.string(), copyNumber: z.number(), title: z.string() })),
});
export type PackageToImport = z.output<typeof packageToImport>;

/** The maximum number of copies that the list of packages names for each. */
export const maxCopiesNamed = 20;

/** Extension: returns the packages that a checked list of open loans would add, sorted by row. */
export const getPackagesToImport = endpoint("GET Import/GetPackages/{id}", {
  access: "clerk",
  params: { id },
  query: z.object({ page: pageNumber, pageSize }),
  answer: { data: z.array(packageToImport), total: z.number() },
});
