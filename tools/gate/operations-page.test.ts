import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { warningKinds } from "#contract/admin/system.ts";

const page = readFileSync("docs/operations.md", "utf8");

/** Returns the rows of the page's table whose first column has this head. */
function rowsUnder(head: string) {
  const tables = [
    ...page.matchAll(new RegExp(`^\\| ${head} \\| What it means \\| What to do \\|\n\\|.*\n((?:\\|.*\n)+)`, "gm")),
  ];
  expect(tables).toHaveLength(1);
  return (tables[0]?.[1] ?? "")
    .trimEnd()
    .split("\n")
    .map((row) => {
      const [, name = "", meaning = "", remedy = ""] = row.split("|").map((cell) => cell.trim());
      return { name: name.replaceAll("`", ""), meaning, remedy };
    });
}

const rules = z.object({ groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string() })) })) });
const [, yaml = ""] = /```yaml\n(groups:.*?)```/s.exec(page) ?? [];
const alerts = rules.parse(parse(yaml)).groups.flatMap((group) => group.rules.map(({ alert }) => alert));

describe.each([
  ["warning", "Warning", warningKinds],
  ["alert", "Alert", alerts],
])("docs/operations.md", (what, head, names) => {
  it(`explains every ${what}, and no others`, () => {
    const rows = rowsUnder(head);
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...names].toSorted());
  });

  it(`has sentences about what each ${what} means and what to do`, () => {
    const sentence = /^\S.{15,}\.$/;
    const sentences = rowsUnder(head).map(({ name, meaning, remedy }) => [
      name,
      sentence.test(meaning),
      sentence.test(remedy),
    ]);
    expect(sentences).toEqual(rowsUnder(head).map(({ name }) => [name, true, true]));
  });
});
