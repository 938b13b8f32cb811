import { columnNames } from "#contract/wire/table-format.ts";
import { borrowerRules } from "#contract/people/accounts.ts";
import {
  type BorrowerFileField,
  borrowerFieldNames,
  borrowerFields,
  repeatedBorrowerFields,
} from "#contract/people/borrower-files.ts";
import { schoolNameRules } from "#contract/people/names.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { limits } from "#contract/catalog/codes.ts";
import { cellsOfRow, type Layout, type NamedField, type RowFault } from "#server/platform/tables/columns.rules.ts";
import type { TableRow } from "#server/platform/tables/table.rules.ts";

const otherNames: Partial<Record<BorrowerFileField, readonly string[]>> = {
  name: ["full name", "borrower", "borrower name", "patron", "patron name", "contact", "contact name", "teacher"],
  firstName: ["first", "given name", "fname"],
  lastName: ["last", "surname", "family name", "lname"],
  emailAddress: ["email address", "e mail", "e mail address", "e mail 1 value", "mail"],
  phoneNumber: ["phone number", "telephone", "tel", "work phone", "business phone", "phone 1 value", "cell", "mobile"],
  schoolName: columnNames(`
    school name, school site, site, organization, organization name, company, agency, location`),
  schoolDistrict: ["district", "district name", "lea"],
  address: ["address", "full address", "mailing address", "shipping address", "school address"],
  street: ["street address", "address 1", "address line 1", "address1", "business street", "address 1 street"],
  city: ["town", "business city", "address 1 city"],
  state: ["business state", "address 1 region"],
  zip: ["zip code", "zipcode", "postal code", "business postal code", "address 1 postal code"],
  language: ["language", "preferred language"],
  number: ["borrower number", "patron number", "patron id", "borrower id", "id", "number", "card number", "barcode"],
  notes: ["note", "comments", "comment", "remarks"],
};

export const borrowerColumns: readonly NamedField<BorrowerFileField>[] = borrowerFields.map((name) => ({
  name,
  label: borrowerFieldNames[name],
  otherNames: otherNames[name] ?? [],
  mayRepeat: repeatedBorrowerFields.has(name),
}));

export type BorrowerLayout = Layout<BorrowerFileField>;

export const borrowerLayout = ({ names, fields }: Layout): BorrowerLayout => ({
  names,
  fields: fields.map((field) => borrowerColumns.find(({ name }) => name === field)?.name ?? null),
});

/** What a row says about a borrower; missing values are empty. */
export type BorrowerInput = {
  borrowerName: string;
  emailAddress: string;
  phoneNumber: string;
  schoolName: string;
  schoolDistrict: string;
  address: { street: string; city: string; state: string; zip: string };
  language: LanguageCode;
  note: string;
};

export function readBorrower(row: TableRow, layout: BorrowerLayout, faults: RowFault[]): BorrowerInput {
  const values = new Map<BorrowerFileField, string>();
  for (const { field, value: cell } of cellsOfRow(row.cells, layout, faults)) {
    const value = field === "street" ? cell.replace(/,?\s*[\r\n]\s*/g, ", ") : cell;
    const before = values.get(field);
    values.set(field, before === undefined ? value : `${before}${field === "notes" ? "\n" : ", "}${value}`);
  }
  const text = (field: BorrowerFileField) => values.get(field) ?? "";
  const parts = addressIn(text("address"));
  const number = text("number");
  return {
    borrowerName: text("name") === "" ? `${text("firstName")} ${text("lastName")}`.trim() : personName(text("name")),
    emailAddress: text("emailAddress").replace(/^mailto:/i, ""),
    phoneNumber: text("phoneNumber"),
    schoolName: text("schoolName"),
    schoolDistrict: text("schoolDistrict"),
    address: {
      street: text("street") || parts.street,
      city: text("city") || parts.city,
      state: text("state") || parts.state,
      zip: text("zip") || parts.zip,
    },
    language: /^(es|spa|spanish|espa[nñ]ol)\b/i.test(text("language")) ? "es" : "en",
    note: [text("notes"), number === "" ? "" : `Number in the imported list: ${number}`]
      .filter((line) => line !== "")
      .join("\n"),
  };
}

const suffix = /^(?:jr|sr|i{2,3}|iv|md|do|rn|lvn|phd|edd|mph|msw|lcsw|ches|pa|np|esq)\b\.?/i;

/** Turns "Díaz, Rosa" into "Rosa Díaz"; "Rosa Díaz, RN" stays. */
export function personName(name: string): string {
  const [last = "", first, ...more] = name.split(",").map((part) => part.trim());
  if (!first || more.length > 0 || suffix.test(first)) return name.replace(/\s+/g, " ");
  return `${first} ${last}`.replace(/\s+/g, " ");
}

/** Splits "12 Elm St, Fresno, CA 93701", or the same on separate lines. */
export function addressIn(text: string): BorrowerInput["address"] {
  const read =
    /^(?<street>.+?)\s*[,\n;]\s*(?<city>[^,\n;]+?)\s*[,\n;]?\s+(?<state>[A-Za-z]{2}|California)\.?,?\s+(?<zip>\d{5}(?:-\d{4})?)$/su;
  const { street = "", city = "", state = "", zip = "" } = read.exec(text.trim())?.groups ?? {};
  return { street: (street || text).replace(/\s*\n\s*/g, ", "), city, state, zip };
}

const fieldsOfRules: Readonly<Record<string, BorrowerFileField>> = {
  borrowerName: "name",
  emailAddress: "emailAddress",
  phoneNumber: "phoneNumber",
  schoolName: "schoolName",
  schoolDistrict: "schoolDistrict",
  street: "street",
  city: "city",
  state: "state",
  zip: "zip",
};

const wholes: Partial<Record<BorrowerFileField, BorrowerFileField>> = {
  name: "firstName",
  street: "address",
  city: "address",
  state: "address",
  zip: "address",
};

/** Returns the column of a field in this file. A part without its own column is in the column of the whole. */
export function columnOf({ names, fields }: BorrowerLayout, field: BorrowerFileField): string {
  return names[fields.indexOf(field)] ?? names[fields.indexOf(wholes[field] ?? field)] ?? borrowerFieldNames[field];
}

/** Adds what registration would refuse to a row's faults. Names in the school directory are never refused. */
export function checkBorrower(
  input: BorrowerInput,
  { layout, isInDirectory }: { layout: BorrowerLayout; isInDirectory: boolean },
  faults: RowFault[],
): void {
  const schools = isInDirectory ? [] : (schoolNameRules.safeParse(input).error?.issues ?? []);
  const issues = [...(borrowerRules.safeParse(input).error?.issues ?? []), ...schools];
  for (const { path, message } of issues) {
    const column = columnOf(layout, fieldsOfRules[String(path.at(-1))] ?? "name");
    if (!faults.some((fault) => fault.column === column)) faults.push({ column, message });
  }
  if (input.note.length > limits.description)
    faults.push({ column: columnOf(layout, "notes"), message: ownMessages.tooLong("Notes", limits.description) });
}

/** Names the school in the list of words. */
export const schoolWord = ({ schoolName, schoolDistrict }: Pick<BorrowerInput, "schoolName" | "schoolDistrict">) =>
  schoolDistrict === "" ? schoolName : `${schoolName}, ${schoolDistrict}`;
