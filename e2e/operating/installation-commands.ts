import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";

const root = path.resolve(import.meta.dirname, "../..");
const page = readFileSync(path.join(root, "docs/operations.md"), "utf8");

export const ways = ["sources", "compose", "kubernetes", "systemd"] as const;
type Commands = Record<(typeof ways)[number], string>;

/** The rows of the page's table of commands, in its order. */
export const rows = (
  /\| To \| Sources \| Compose \| Kubernetes \| systemd \|\n\|.*\n((?:\|.*\n)+)/.exec(page)?.[1] ?? ""
)
  .trimEnd()
  .split("\n")
  .map((line): Commands & { task: string } => {
    const [, task = "", ...cells] = line.split("|").map((cell) => cell.trim());
    const [sources = "", compose = "", kubernetes = "", systemd = ""] = cells.map(
      (cell) => /^`([^`]+)`$/.exec(cell)?.[1] ?? "", // other cells are sentences
    );
    return { task, sources, compose, kubernetes, systemd };
  });
export const programs = rows.filter(({ sources }) => sources.startsWith("npm run "));

const scripts = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"))).scripts;

/** How each kind of installation runs a program: a pattern, and the place and program in its match. */
const inside = {
  sources: [/^npm run (\w+)(?: -- (.*))?$/, (name, args) => ["", `${scripts[name]} ${args}`.trim()]],
  compose: [/^docker compose (?:exec|run --rm) (\w+) (.*)$/, (service, program) => [service, program]],
  kubernetes: [/^kubectl exec (?:-it )?deploy\/([\w-]+) -- (.*)$/, (deployment, program) => [deployment, program]],
  systemd: [
    /^sh deploy\/systemd\/command\.sh (\S+) ?(.*)$/,
    (name, args) => ["", `node dist/server/${name}.js ${args}`.trim()],
  ],
} satisfies Record<string, [RegExp, (first: string, second: string) => [string, string]]>;

/** Returns the place and the program of a command, such as `first` and `node dist/server/backup.js`. */
export function programOf(way: keyof Commands, command: string): [string, string] {
  const [pattern, read] = inside[way];
  const [, first = "", second = ""] = pattern.exec(command) ?? [];
  if (first === "") throw new Error(`This isn't a command for ${way}: ${command}`);
  return read(first, second);
}
