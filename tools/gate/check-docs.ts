/** Checks the documents: links resolve, named files and scripts exist, code is on one line, decisions have no gaps. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** Names in backticks that count as paths of the repository. */
const topFolders = /^(contract|db|deploy|docs|e2e|server|tools|web|\.ci)\//;

/** The paths of all files, and a way to read them. */
export type Tree = { files: string[]; read: (file: string) => string };

export function problemsInDocuments(tree: Tree, scripts: string[]): string[] {
  const documents = tree.files.filter((file) => /^([^/]+|docs\/.*)\.md$/.test(file));
  const exists = lookup(tree.files);
  return [
    ...documents.flatMap((file) => problemsIn(file, tree.read(file), exists, scripts)),
    ...misnumbered(tree.files),
  ];
}

function lookup(files: string[]): (target: string) => boolean {
  const known = new Set(files);
  for (const file of files) {
    for (let folder = path.posix.dirname(file); folder !== "."; folder = path.posix.dirname(folder)) known.add(folder);
  }
  return (target) => known.has(target.replace(/\/$/, "")) || target === ".";
}

function problemsIn(file: string, text: string, exists: (target: string) => boolean, scripts: string[]): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, "");
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)]
    .map(([, inline, attribute]) => (inline ?? attribute ?? "").replace(/#.*$/, ""))
    .filter((target) => target !== "" && !/^[a-z]+:/.test(target))
    .filter((target) => !exists(path.posix.normalize(path.posix.join(path.posix.dirname(file), target))))
    .map((target) => `${file}: the link to ${target} leads nowhere`);
  const paths = [...prose.matchAll(/`([^`\s]+)`/g)]
    .map(([, quoted = ""]) => quoted)
    .filter((quoted) => topFolders.test(quoted) && !/[*{}<>…()$|=]|NNN/.test(quoted))
    .filter((quoted) => !exists(quoted))
    .map((quoted) => `${file}: \`${quoted}\` doesn't exist`);
  const commands = [...text.matchAll(/npm run ([a-z][\w:-]*)/g)]
    .map(([, script = ""]) => script)
    .filter((script) => !scripts.includes(script))
    .map((script) => `${file}: there is no script "npm run ${script}"`);
  const split = prose
    .split("\n")
    .filter((line) => line.split("`").length % 2 === 0)
    .map((line) => `${file}: code goes on over the end of this line, so it can't be copied: ${line}`);
  return [...links, ...paths, ...commands, ...split];
}

function misnumbered(files: string[]): string[] {
  const numbers = files
    .map((file) => /^docs\/decisions\/(\d{3})-[a-z0-9-]+\.md$/.exec(file)?.[1])
    .filter((number) => number !== undefined)
    .map(Number)
    .toSorted((a, b) => a - b);
  return numbers
    .filter((number, index) => number !== index)
    .slice(0, 1)
    .map(
      (number) =>
        `docs/decisions: number ${number} is where ${numbers.indexOf(number)} should be (000 is the template)`,
    );
}

function declaredScripts(): string[] {
  const manifest: unknown = JSON.parse(readFileSync("package.json", "utf8"));
  if (typeof manifest !== "object" || manifest === null || !("scripts" in manifest)) return [];
  return Object.keys(manifest.scripts ?? {});
}

/** Returns the repository as git sees it: tracked files, and new ones that aren't ignored. */
export function repository(): Tree {
  const output = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate"], {
    encoding: "utf8",
  });
  const deleted = new Set(execFileSync("git", ["ls-files", "--deleted"], { encoding: "utf8" }).split("\n"));
  const files = output.split("\n").filter((file) => file !== "" && !deleted.has(file));
  return { files, read: (file) => readFileSync(file, "utf8") };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const problems = problemsInDocuments(repository(), declaredScripts());
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
