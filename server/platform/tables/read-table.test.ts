import { expect, it } from "vitest";
import { readTable } from "./read-table.ts";

const maxRows = 40_000;
const tableOf = (line: string) => Buffer.from(`Title,SKU\n${line.repeat(1_000_000 / line.length)}`);

/** Returns the time that this process computes for a table of 1 MB, in ms, and what it found. */
async function timed(line: string) {
  const before = process.cpuUsage();
  const found = await readTable(tableOf(line), maxRows).catch(String);
  return { ms: process.cpuUsage(before).user / 1000, found };
}

it.each(["\r", "\n", "\r\n", " \n", ",\n", "x\n", "\t\n"])(
  "a table with too many lines of %j is refused about as soon as one with rows is read",
  async (line) => {
    await timed("A title,its SKU and more\n");
    const rows = await timed("A title,its SKU and more\n");
    const { ms, found } = await timed(line);
    expect(found).toMatch(/cannot have more than 40,000 rows, including empty ones/);
    expect(ms / rows.ms).toBeLessThan(5);
  },
);
