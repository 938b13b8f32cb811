/**
 * Makes db/seed/demonstration-catalog.csv from a collected catalog: selects the columns the library needs and drops
 * every text with an uncertain license (LibriVox summaries, see db/seed/SOURCES.md).
 *
 * node --import ./tools/typescript.mjs tools/make-demonstration-catalog.ts COLLECTED.csv
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse } from "csv-parse/sync";

const columns = [
  "source_id",
  "title",
  "description",
  "category",
  "topic",
  "tags",
  "audience",
  "authors",
  "publisher",
  "year",
  "language",
  "extent",
];
const free = "Public domain (US Government work)";

const input = process.argv[2];
if (input === undefined) {
  console.error("Which file? make-demonstration-catalog.ts COLLECTED.csv");
  process.exit(1);
}
const output = path.join(import.meta.dirname, "../db/seed/demonstration-catalog.csv");
const [header = [], ...rows] = parse(readFileSync(input, "utf8"), { bom: true });
const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row, column)))];
writeFileSync(output, lines.map((line) => line.map(quoted).join(",") + "\n").join(""));
console.log(`${rows.length} titles written to ${output}`);

function cell(row: string[], column: string): string {
  if (column === "description" && value(row, "licence") !== free) return "";
  return value(row, column);
}

function value(row: string[], column: string): string {
  const text = row[header.indexOf(column)];
  if (text === undefined) throw new Error(`${input} has no column ${column}.`);
  return text.replaceAll(/\s+/gu, " ").trim();
}

function quoted(text: string): string {
  return /[",]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
