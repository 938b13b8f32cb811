import { createHash } from "node:crypto";

/** Whether a statement changes nothing, as far as its text tells. */
export function isRead(text: string): boolean {
  return (
    /^\s*(select|with)\b/i.test(text) && !/\b(insert\s+into|update\s+\S+\s|delete\s+from|merge\s+into)\b/i.test(text)
  );
}

const most = 4; // tables

/**
 * What a statement does and to which tables, with eight digits that tell it from others which do so: "select items, copies
 * 1f0a99c2". Nothing of its values: only words after the keywords of SQL are taken, never what is in quotes.
 */
export function nameOfText(text: string): string {
  const bare = text.replace(/'(?:[^']|'')*'/g, " ").replace(/--[^\n]*/g, " ");
  const [, insert, remove, update] = changes.exec(bare) ?? [];
  const [first = ""] = /[a-z]+/i.exec(bare) ?? [];
  const verb = (insert ?? remove ?? update ?? first).toLowerCase();
  const parts = new Set([...bare.matchAll(partsOfWith)].map(([, name]) => name));
  const tables = [...bare.matchAll(readTables)]
    .map(([, read, written = read ?? ""]) => written.toLowerCase())
    .filter((table) => !notTables.has(table) && !parts.has(table));
  const code = createHash("sha256").update(text).digest("hex").slice(0, 8);
  const about = [...new Set(tables)].slice(0, most).join(", ");
  return [verb === "with" ? "select" : verb, about, code].filter((word) => word !== "").join(" ");
}

const notLocking = String.raw`(?<!\b(?:for|key|do)\s+)`;
const changes = new RegExp(String.raw`\b(insert)\s+into\b|\b(delete)\s+from\b|${notLocking}\b(update)\s+\S`, "i");
// what is followed by a parenthesis is a function, unless something is inserted into it
const readTables = new RegExp(
  String.raw`\b(?:from|join)\s+"?([a-z_]+)\b"?(?!\s*\()|\b(?:into|${notLocking}update)\s+"?([a-z_]+)\b`,
  "gi",
);
const partsOfWith = /\b([a-z_]+)\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/gi;
const notTables = new Set(["lateral", "select", "set", "of", "skip"]);
