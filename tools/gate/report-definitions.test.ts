import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { definitions } from "#contract/admin/reports.ts";
import { projectRoot } from "#server/platform/project-root.ts";

it("docs/reports.md defines each figure in the words of the page", () => {
  const text = readFileSync(path.join(projectRoot, "docs/reports.md"), "utf8");
  const rows = Object.values(definitions).flatMap((figures) =>
    Object.entries(figures).map(([name, words]) => `| ${name} | ${words.replaceAll("’", "'")} |`),
  );
  expect(rows.filter((row) => !text.includes(row))).toEqual([]);
});
