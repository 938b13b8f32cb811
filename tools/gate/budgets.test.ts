import { expect, it } from "vitest";
import { budgets, exportedNames, overBudget, type Tree } from "./budgets.ts";

function tree(files: Record<string, string>): Tree {
  return { files: ["package.json", ...Object.keys(files)], read: (file) => files[file] ?? '{ "scripts": {} }' };
}

/** A folder with this many files. */
function many(count: number, name: (index: number) => string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), ""]));
}

it("allows twenty files in a folder, not twenty-one", () => {
  expect(overBudget(tree(many(20, (index) => `web/ui/${index}.ts`)))).toEqual([]);
  expect(overBudget(tree(many(21, (index) => `web/ui/${index}.ts`))).join()).toContain("web/ui/ holds 21 files");
});

it("lets migrations and decisions grow", () => {
  expect(overBudget(tree(many(40, (index) => `db/migrations/${index}.sql`)))).toEqual([]);
  expect(overBudget(tree(many(40, (index) => `docs/decisions/${index}.md`)))).toEqual([]);
});

it("counts the entries of the root, folders included", () => {
  expect(overBudget(tree(many(21, (index) => `${index}/file.ts`))).join()).toContain("the root holds 22 entries");
});

it("counts the names of a public.ts however they are exported", () => {
  const source =
    'export { one, two } from "./a.ts";\nexport type { Three } from "./b.ts";\nexport function four() {}\n';
  expect(exportedNames(source)).toEqual(["four", "one", "two", "Three"]);
});

it("allows a module seven public names, in however many files", () => {
  const names = (count: number) => Array.from({ length: count }, (_, n) => `export const n${n} = 0;\n`).join("");
  const [cart, inside] = ["server/modules/cart/public.ts", "server/modules/cart/lines/more/public.ts"];
  const other = { "server/modules/carts/public.ts": names(7) };
  expect(overBudget(tree({ [cart]: names(5), [inside]: names(2), ...other }))).toEqual([]);
  expect(overBudget(tree({ [cart]: names(5), [inside]: names(3), ...other }))).toEqual([
    "server/modules/cart/ has 8 public names; 7 at most, or the module is two",
  ]);
  expect(overBudget(tree({ [cart]: 'export * from "./a.ts";\n' })).join()).toContain("7 at most");
});

it("counts the scripts of package.json", () => {
  const scripts = (count: number) =>
    JSON.stringify({ scripts: many(count, (index) => `script${index}`), dependencies: { a: "1" } }, null, 2);
  expect(overBudget(tree({ "package.json": scripts(budgets.scripts) }))).toEqual([]);
  expect(overBudget(tree({ "package.json": scripts(budgets.scripts + 1) })).join()).toContain(
    `${budgets.scripts + 1} scripts`,
  );
});

it("limits the architecture to a page and a decision to forty lines", () => {
  expect(
    overBudget(tree({ "docs/ARCHITECTURE.md": "line\n".repeat(100), "docs/decisions/001-a.md": "line\n".repeat(40) })),
  ).toEqual([]);
  expect(overBudget(tree({ "docs/ARCHITECTURE.md": "line\n".repeat(101) })).join()).toContain("101 lines");
  expect(overBudget(tree({ "docs/decisions/001-a.md": "line\n".repeat(41) })).join()).toContain("41 lines");
});

it("requires a reason for a disabled rule", () => {
  const off = ["// oxlint", "disable-next-line no-console"].join("-");
  expect(overBudget(tree({ "server/a.ts": `${off}\n` })).join()).toContain("server/a.ts:1 switches a rule off");
  expect(overBudget(tree({ "server/a.ts": `${off} -- the console is the user here\n` }))).toEqual([]);
});
