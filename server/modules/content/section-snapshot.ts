import type { Snapshot } from "#server/platform/record-audit.ts";

/** A readable snapshot of a section for the audit, field by field: "documents 2, title". */
export function snapshotOf(content: unknown): Snapshot {
  return Object.fromEntries(linesOf(content, ""));
}

function linesOf(value: unknown, name: string): [string, string | null][] {
  if (typeof value !== "object" || value === null) return [[name, typeof value === "string" ? value : null]];
  if ("attachmentId" in value && "fileName" in value)
    return [[name, `${String(value.fileName)} (picture ${String(value.attachmentId)})`]];
  if ("documentId" in value && "fileName" in value)
    return [[name, `${String(value.fileName)} (document ${String(value.documentId)})`]];
  if (Array.isArray(value)) return value.flatMap((entry, at) => linesOf(entry, `${name} ${at + 1}`));
  return Object.entries(value).flatMap(([field, inner]) =>
    linesOf(inner, name ? `${name}, ${inWords(field)}` : inWords(field)),
  );
}

/** siteName -> site name */
const inWords = (field: string) => field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
