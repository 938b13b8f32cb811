import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { dataFolderOf, startLibrary } from "#e2e/library.ts";

const root = path.resolve(import.meta.dirname, "../..");
const page = readFileSync(path.join(root, "docs/operations.md"), "utf8");

/** The page's table of commands that aren't run here, with their reasons; "…" stands for any rest of a command. */
const [exceptions = ""] = /\| Not run by that test \| Why \|\n.*?\n\n/s.exec(page) ?? [];
const skips = [...exceptions.matchAll(/^\| (`.+`) \| (.*) \|$/gm)].map(([, commands = "", reason = ""]) => ({
  beginnings: [...commands.matchAll(/`([^`]+)`/g)].map(([, words = ""]) => words),
  reason,
}));
const hasBeginning = (command: string, beginning: string) =>
  beginning.endsWith("…") ? command.startsWith(beginning.slice(0, -1)) : command === beginning;

/** Returns every command of the page as written: lines of its blocks, and code in sentences that starts with a program. */
function commandsOf(text: string): string[] {
  const [blockLines, sentences]: [string[], string[]] = [[], []];
  let block: string | undefined;
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) block = block === undefined ? line : undefined;
    else if (block === "```") blockLines.push(line.replace(/\s+# .*$/, ""));
    else if (block === undefined) sentences.push(line);
  }
  const program = /^(?:npm|node|sh|docker|kubectl|systemctl|tar|age|curl) /;
  const inline = [...sentences.join("\n").matchAll(/`([^`\n]+)`/g)]
    .map(([, words = ""]) => words)
    .filter((words) => program.test(words));
  // `npm run admin` in a sentence refers to a longer command in a block
  const whole = inline.filter((words) => !blockLines.some((line) => line.startsWith(`${words} `)));
  return [...new Set([...blockLines, ...whole])];
}

const folder = mkdtempSync(path.join(os.tmpdir(), "library-commands-"));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Place = {
  file?: string;
  folder?: string;
  port?: string;
  cwd?: string;
  env?: Record<string, string>;
};

/** The table of commands for each kind of installation, which installations.test.ts runs. */
const [installations = ""] = /\| To \| Sources \| .*\n(?:\|.*\n)+/.exec(page) ?? [];

/** Runs a command with our names and port; returns its output. */
function type(command: string, place: Place): string {
  const { file = "", folder: into = "", port = "3000", cwd = root, env = {} } = place;
  const fullCommand = command.replace("FILE", file).replace("FOLDER", into).replace(":3000", `:${port}`);
  const { status, stdout, stderr } = spawnSync("sh", ["-c", fullCommand], {
    cwd,
    encoding: "utf8",
    env: { ...process.env, SEED: "none", ...env },
    timeout: 150_000,
  });
  expect(status, `${fullCommand}\n${stdout}${stderr}`).toBe(0);
  return stdout;
}

test("every command of docs/operations.md does what the page says, or the page says why it isn't run", async () => {
  test.setTimeout(420_000);
  const token = "a-token-that-Prometheus-has";
  const library = await startLibrary({ METRICS_TOKEN: token });
  const [running, elsewhere] = [dataFolderOf(library.address), path.join(folder, "elsewhere")];
  const [nightly, target] = [path.join(folder, "nightly"), path.join(folder, "chosen")];
  for (const directory of [nightly, target]) mkdirSync(directory);
  const [file, key] = [path.join(folder, "ours"), path.join(folder, "key")];
  const here = { env: { DATA_DIR: running, BACKUP_DIR: nightly, METRICS_TOKEN: token }, file };
  const there = { env: { DATA_DIR: elsewhere }, file };
  const { port } = new URL(library.address);

  /** Runs each command and checks its result. */
  const attempts: Record<string, (command: string) => void> = {
    "npm run backup": (command) => {
      type(command, here);
      expect(readdirSync(nightly)).toHaveLength(1);
    },
    "npm run backup -- --to FOLDER": (command) => {
      type(command, { ...here, folder: target });
      expect(readdirSync(target)).toHaveLength(1);
    },
    "npm run backup -- --to FILE": (command) => {
      type(command, here);
      expect(existsSync(file)).toBe(true);
    },
    "npm run backup -- --nightly": (command) => {
      expect(type(command, here)).toContain("backup restored as a test");
      expect(readdirSync(nightly)).toHaveLength(2);
    },
    "npm run restore -- --try": (command) => expect(type(command, here)).toContain("was restored as a test"),
    "npm run restore -- FILE --try": (command) => expect(type(command, here)).toContain("was restored as a test"),
    "tar tvf FILE": (command) => expect(type(command, here).split("\n").length).toBeGreaterThan(10),
    "npm run restore -- FILE --dry-run": (command) => {
      expect(type(command, there)).toContain(`It would go into the new folder ${elsewhere}.`);
      expect(existsSync(elsewhere)).toBe(false);
    },
    "npm run restore -- FILE": (command) => {
      type(command, there);
      expect(readdirSync(elsewhere)).toContain("postgres");
    },
    "npm run restore -- FILE --over": (command) => expect(type(command, there)).toContain("The backup is complete"),
    "npm run restore -- --send": (command) => expect(type(command, there)).toMatch(/email/i),
    "npm run migrate": (command) => void type(command, there),
    "npm run admin -- reset-two-step NAME": (command) =>
      expect(() => type(command.replace("NAME", "admin"), here)).toThrow("admin does not use two-step verification"),
    "npm run admin -- replace-key": (command) => expect(type(command, here)).toMatch(/key/),
    "npm run admin -- replace-key --now": (command) => expect(type(command, here)).toMatch(/key/),
    [`node -p 'require("crypto").randomBytes(32).toString("base64url")' > FILE`]: (command) => {
      type(command, { file: key });
      expect(Buffer.from(readFileSync(key, "utf8").trim(), "base64url")).toHaveLength(32);
    },
    'curl -H "Authorization: Bearer $METRICS_TOKEN" http://127.0.0.1:3000/metrics': (command) =>
      expect(type(command, { ...here, port })).toContain("library_http_request_duration_seconds"),
    "npm run archive": (command) => {
      const archive = path.join(root, type(command, {}).trim().split("\n").at(-1) ?? "");
      const listing = type(`tar tf ${archive}`, {});
      for (const name of ["deploy/systemd/install.sh", "dist/server/restore.js", "docs/operations.md"])
        expect(listing).toContain(`\nlibrary/${name}\n`);
      expect(listing).not.toMatch(/secrets\/|node_modules|\.test\.ts/);
      rmSync(path.dirname(archive), { recursive: true });
    },
    "sh deploy/compose/make-secrets.sh": (command) => {
      cpSync(path.join(root, "deploy"), path.join(folder, "deploy"), { recursive: true });
      rmSync(path.join(folder, "deploy/compose/secrets"), { recursive: true, force: true });
      expect(type(command, { cwd: folder })).toContain("The administrator is admin");
      expect(readdirSync(path.join(folder, "deploy/compose/secrets"))).toContain("secret-key");
    },
  };

  const commands = commandsOf(page.replace(exceptions, "").replace(installations, ""));
  const skipped = skips.flatMap(({ beginnings }) => beginnings);
  const missing = commands.filter((command) => !skipped.some((beginning) => hasBeginning(command, beginning)));
  expect(missing.toSorted()).toEqual(Object.keys(attempts).toSorted());
  for (const beginning of skipped)
    expect(
      commands.filter((command) => hasBeginning(command, beginning)),
      beginning,
    ).not.toEqual([]);
  for (const { reason } of skips) expect(reason.length).toBeGreaterThan(20);

  for (const [command, attempt] of Object.entries(attempts)) await test.step(command, () => attempt(command));
  await library.stop();
});
