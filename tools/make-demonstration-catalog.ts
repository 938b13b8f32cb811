/**
 * Makes db/seed/demonstration-catalog.csv from a collected catalog: selects the columns the library needs and drops
 * every text with an uncertain license (LibriVox summaries, see db/seed/SOURCES.md).
 *
 * node --import ./tools/typescript.mjs tools/make-demonstration-catalog.ts COLLECTED.csv
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { projectRoot } from "#server/platform/project-root.ts";

const columns = "source_id,title,description,category,topic,tags,audience,authors,publisher,year,language,extent".split(
  ",",
);
const free = "Public domain (US Government work)";

const input = process.argv[2];
if (input === undefined) throw new Error("Which file? make-demonstration-catalog.ts COLLECTED.csv");
const collected: Record<string, string>[] = parse(readFileSync(input, "utf8"), { bom: true, columns: true });
const titles = collected.map((row) => {
  const { description, ...kept } = Object.fromEntries(columns.map((column) => [column, textOf(row, column)]));
  return { ...kept, description: textOf(row, "licence") === free ? description : "" };
});
const output = path.join(projectRoot, "db/seed/demonstration-catalog.csv");
writeFileSync(output, stringify(titles, { header: true, columns }));
console.log(`${titles.length} titles written to ${output}`);

function textOf(row: Record<string, string>, column: string): string {
  const text = row[column];
  if (text === undefined) throw new Error(`${input} has no column ${column}.`);
  return text.replaceAll(/\s+/gu, " ").trim();
}
