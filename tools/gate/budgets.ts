/** Size limits of the check. The linter limits files and functions (max-lines, max-lines-per-function). */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** The maximum of each. */
export const budgets = {
  filesInAFolder: 20,
  publicNamesOfAModule: 7,
  scripts: 21, // each is a command that the docs name; some try what nobody wants to try first
  rootEntries: 21,
  architectureLines: 100,
  decisionLines: 40,
};

/** Folders with a numbered series of files, which grow by design. */
const series = ["db/migrations", "docs/decisions"];

/** The input of the budgets: every file's path and a way to read it. */
export type Tree = { files: string[]; read: (file: string) => string };

/** Everything over budget, as sentences; empty when all is well. */
export function overBudget(tree: Tree): string[] {
  return [
    ...folders(tree),
    ...rootEntries(tree),
    ...publics(tree),
    ...scripts(tree),
    ...documents(tree),
    ...suppressions(tree),
  ];
}

function folders({ files }: Tree): string[] {
  const count = new Map<string, number>();
  for (const file of files) {
    const folder = path.posix.dirname(file);
    count.set(folder, (count.get(folder) ?? 0) + 1);
  }
  return [...count]
    .filter(([folder, found]) => folder !== "." && !series.includes(folder) && found > budgets.filesInAFolder)
    .map(
      ([folder, found]) => `${folder}/ holds ${found} files; ${budgets.filesInAFolder} at most: split it by subject`,
    );
}

function rootEntries({ files }: Tree): string[] {
  const found = new Set(files.map((file) => file.split("/")[0])).size;
  if (found <= budgets.rootEntries) return [];
  return [`the root holds ${found} entries; ${budgets.rootEntries} at most`];
}

/** Counted a module, so that a second public.ts gains nothing. */
function publics({ files, read }: Tree): string[] {
  const count = new Map<string, number>();
  for (const file of files) {
    const module = /^(server\/modules\/[^/]+)\/(?:.+\/)?public\.ts$/.exec(file)?.[1];
    if (module) count.set(module, (count.get(module) ?? 0) + exportedNames(read(file)).length);
  }
  const most = budgets.publicNamesOfAModule;
  return [...count]
    .filter(([, found]) => found > most)
    .map(([module, found]) => `${module}/ has ${found} public names; ${most} at most, or the module is two`);
}

/** The exported names of a file; a re-export of everything counts as more than any budget. */
export function exportedNames(source: string): string[] {
  const declared = [...source.matchAll(/^export (?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/gm)];
  const listed = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.trim()),
  );
  const everything = [...source.matchAll(/^export \*/gm)].flatMap(() => Array.from({ length: 99 }, () => "*"));
  return [...declared.map(([, name = ""]) => name), ...listed.filter((name) => name !== ""), ...everything];
}

function scripts({ read }: Tree): string[] {
  const text = read("package.json");
  const found = text.slice(text.indexOf('"scripts"'), text.indexOf("}", text.indexOf('"scripts"'))).match(/": "/g);
  if (!found || found.length <= budgets.scripts) return [];
  return [`package.json has ${found.length} scripts; ${budgets.scripts} at most`];
}

function documents({ files, read }: Tree): string[] {
  return files.flatMap((file) => {
    const limit = limitOf(file);
    const found = limit === undefined ? 0 : read(file).trimEnd().split("\n").length;
    return limit !== undefined && found > limit ? [`${file} has ${found} lines; ${limit} at most`] : [];
  });
}

function limitOf(file: string): number | undefined {
  if (file === "docs/ARCHITECTURE.md") return budgets.architectureLines;
  return /^docs\/decisions\/.*\.md$/.test(file) ? budgets.decisionLines : undefined;
}

/** A disabled rule needs a reason: `// oxlint-disable-next-line some-rule -- the reason`. */
function suppressions({ files, read }: Tree): string[] {
  const directive = /(?:\/\/|\/\*)\s*(?:(?:oxlint|eslint)-disable|@ts-(?:expect-error|ignore|nocheck))(.*)/;
  return files
    .filter((file) => /\.(ts|tsx|js|mjs)$/.test(file))
    .flatMap((file) =>
      read(file)
        .split("\n")
        .map((line, index) => ({ rest: directive.exec(line)?.[1], place: `${file}:${index + 1}` }))
        .filter(({ rest }) => rest !== undefined && !/ -- \S/.test(rest))
        .map(({ place }) => `${place} switches a rule off without a reason (" -- because …")`),
    );
}

/** The repository as git sees it: tracked files and new ones that are not ignored. */
export function repository(): Tree {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate"], {
    encoding: "utf8",
  });
  const deleted = new Set(execFileSync("git", ["ls-files", "--deleted"], { encoding: "utf8" }).split("\n"));
  const files = listed.split("\n").filter((file) => file !== "" && !deleted.has(file));
  return { files, read: (file) => readFileSync(file, "utf8") };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const complaints = overBudget(repository());
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.length > 0 ? 1 : 0;
}
