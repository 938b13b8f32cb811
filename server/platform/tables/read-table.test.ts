import { describe, expect, it } from "vitest";
import { firstRowsOf, readTable } from "./read-table.ts";

const maxRows = 40_000;
const tableOf = (line: string) => Buffer.from(`Title,SKU\n${line.repeat(1_000_000 / line.length)}`);

/** Returns this process's computing time for a table of 1 MB, in ms, and the result. */
async function timed(line: string) {
  const before = process.cpuUsage();
  const found = await readTable(tableOf(line), maxRows, () => false).catch(String);
  return { ms: process.cpuUsage(before).user / 1000, found };
}

it.each(["\r", "\n", "\r\n", " \n", ",\n", "x\n", "\t\n"])(
  "a table with too many lines of %j is refused about as soon as one with rows is read",
  async (line) => {
    await timed("A title,its SKU and more\n");
    const rows = await timed("A title,its SKU and more\n");
    const { ms, found } = await timed(line);
    expect(found).toMatch(/can’t have more than 40,000 rows, including empty ones/);
    expect(ms / rows.ms).toBeLessThan(5);
  },
);

describe("the beginning of a file, 128 kB", () => {
  const size = 128 * 1024;
  const timeOf = async (start: string, line: string) => {
    const bytes = Buffer.from(start + line.repeat((size - start.length) / line.length));
    const before = process.cpuUsage();
    await firstRowsOf({ bytes, encoding: "UTF-8", isPart: false, isName: () => false }).catch(String);
    return process.cpuUsage(before).user / 1000;
  };

  it("takes at most ten times as long to read as one with titles, whatever it contains", async () => {
    await timeOf("Title,Author\n", "Healthy choices,Anna B.\n");
    const titles = await timeOf("Title,Author\n", "Healthy choices,Anna B.\n");
    for (const [start, line] of [
      ["", "\r"],
      ["", "\n"],
      ["Title,SKU\n", "\n"],
      ["Title,SKU\n", " \n"],
      ["Title,SKU\n", "x\n"],
      ["", "x\n"],
      ["", '"'],
      ["", ","],
      ["", "\t"],
    ] as const) {
      expect((await timeOf(start, line)) / titles, JSON.stringify(start + line)).toBeLessThan(10);
    }
  });
});
