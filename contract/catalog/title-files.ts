import { endpoint } from "../wire/endpoint.ts";
import type { FileField } from "./title-fields.ts";
import { fileLabels, fileNames } from "./title-record.ts";

/** What a column in a file of titles can map to: a field of a title, or its copies. */
export type ImportField = FileField | "copies" | "copyDetails";

/** The names of the columns, which exports use as headers. */
export const importFieldNames: Record<ImportField, string> = {
  ...fileLabels,
  copies: "Copies",
  copyDetails: "Copy details",
};

/** In the order of an export's columns. */
export const importFields: readonly ImportField[] = [...fileNames, "copies", "copyDetails"];

/** Several columns may map to one of these. */
export const repeatedFields: ReadonlySet<ImportField> = new Set(["description", "tags"]);

/** Returns the sentence about a required field that no column maps to. */
export const missingTitleField = (fields: readonly (string | null)[]) =>
  fields.includes("title") ? undefined : "Choose the column that holds the titles.";

/**
 * Why an undo kept a title.
 * - `edited`: someone saved it since.
 * - `ordered`, `in-cart`: someone ordered it, or has it in a cart.
 * - `labeled`, `lent`: a copy that the import added or changed was labeled or lent.
 * - `copies-added`: copies were added after the import.
 * - `copies-changed`: a copy has changed since the import.
 * - `reserved`: orders need its copies.
 * - `used`: other records refer to it.
 */
export const keptTitleReasons = [
  "edited",
  "ordered",
  "in-cart",
  "labeled",
  "lent",
  "copies-added",
  "copies-changed",
  "reserved",
  "used",
] as const;
export type KeptTitleReason = (typeof keptTitleReasons)[number];

/**
 * Extension: returns the collection as a CSV with one row per title, without pictures. Importing that file changes
 * nothing.
 */
export const exportCollection = endpoint("GET Import/ExportCollection", { access: "clerk", file: "text/csv" });

/**
 * Extension: returns the collection as MARC 21 records in UTF-8, without pictures. Importing that file changes nothing,
 * because a local field, 990, has what other fields don't. Refused with the titles that are too long for a record.
 */
export const exportMarc = endpoint("GET Import/ExportMarc", { access: "clerk", file: "application/marc" });
