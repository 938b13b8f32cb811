import type * as z from "zod/mini";
import {
  type BulkField,
  type FileField,
  type TitleColumns,
  type TitleField,
  titleFields,
  type TitleValues,
} from "./title-fields.ts";

// Each function has an overload with exact types per field and an implementation for any field, because TypeScript
// can't follow a mapped type through a loop.

type Part = "answer" | "sent" | "rule";
type Shape<Name extends TitleField, Which extends Part> = { [N in Name]: (typeof titleFields)[N][Which] };
type AnyField = (typeof titleFields)[TitleField];
type Loose = Readonly<Record<string, unknown>>;

export const titleNames = namesOf<TitleField>(() => true);

/** The fields that a row in a file can change, in order. */
export const bulkNames = namesOf<BulkField>(({ imported }) => imported !== null && imported !== "referenceNumber");

function namesOf<Name extends TitleField>(isIncluded: (field: AnyField) => boolean): readonly Name[];
function namesOf(isIncluded: (field: AnyField) => boolean): readonly string[] {
  return Object.entries(titleFields).flatMap(([name, field]) => (isIncluded(field) ? [name] : []));
}

const inFiles = Object.values(titleFields).flatMap(({ imported, label }) =>
  imported === null ? [] : [[imported, label] as const],
);

export const fileNames = inFiles.map(([file]) => file);

export const fileLabels = labelsOfFiles();

function labelsOfFiles(): Record<FileField, string>;
function labelsOfFiles(): Record<string, string> {
  return Object.fromEntries(inFiles);
}

export const titleLabels = labelsOfFields();

function labelsOfFields(): Readonly<Record<TitleField, string>>;
function labelsOfFields(): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(titleFields).map(([name, { label }]) => [name, label]));
}

/** Returns a schema for each field, for use with `z.object`. */
export function titleShape<const Which extends Part, Name extends TitleField>(
  which: Which,
  names: readonly Name[],
): Shape<Name, Which>;
export function titleShape(which: Part, names: readonly TitleField[]): Record<string, z.core.$ZodType> {
  return Object.fromEntries(names.map((name) => [name, titleFields[name][which]]));
}

/** Returns each field from the first source that has it, or its default. */
export function firstOf<Name extends TitleField>(
  names: readonly Name[],
  ...sources: readonly { readonly [N in Name]?: TitleValues[N] | undefined }[]
): Pick<TitleValues, Name>;
export function firstOf(names: readonly TitleField[], ...sources: readonly Loose[]): Loose {
  const valueOf = (name: TitleField) => sources.find((source) => source[name] !== undefined)?.[name];
  return Object.fromEntries(names.map((name) => [name, valueOf(name) ?? titleFields[name].empty]));
}

export function columnsOf(values: TitleValues): TitleColumns;
export function columnsOf(values: Loose): Loose {
  return Object.fromEntries(titleNames.map((name) => [titleFields[name].column, values[name]]));
}
