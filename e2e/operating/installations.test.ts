import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { isAlive } from "#server/platform/embedded-postgres/processes.ts";
import { dataFolderOf, startLibrary } from "#e2e/library.ts";
import { programOf, programs } from "./installation-commands.ts";

const root = path.resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(path.join(os.tmpdir(), "library-installations-"));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Stands in for systemd-run: loads the settings and the secrets from our folder and runs the command. */
const systemdRun = `#!/bin/sh
while [ $# -gt 0 ]; do
  case "$1" in
    --property=EnvironmentFile=/etc/library/*) set -a; . "$ETC/\${1##*/}"; set +a ;;
    --property=LoadCredential=*) [ -e "$ETC/\${1##*/etc/library/}" ] || exit 2 ;;
    --property=WorkingDirectory=*) cd "\${1##*=}" ;;
    --*) ;;
    *) break ;;
  esac
  shift
done
CREDENTIALS_DIRECTORY="$ETC" STATE_DIRECTORY="$STATE" exec "$@"
`;

test("every program of that table runs as written: from the sources, in a container, and under systemd", async () => {
  test.setTimeout(420_000);
  const [backups, etc, bin] = ["backups", "etc", "bin"].map((name) => path.join(folder, name));
  for (const directory of [backups, etc, bin]) mkdirSync(directory ?? "");
  const passphrase = "a long passphrase";
  writeFileSync(path.join(bin ?? "", "systemd-run"), systemdRun);
  chmodSync(path.join(bin ?? "", "systemd-run"), 0o755);
  const settings = readFileSync(path.join(root, "deploy/systemd/settings"), "utf8").replace(
    /BACKUP_DIR=.*/,
    `BACKUP_DIR=${backups}`,
  );
  for (const [name, text] of [
    ["settings", settings],
    ["database-url", "built-in"],
    ["backup-passphrase", passphrase],
  ] as const)
    writeFileSync(path.join(etc ?? "", name), text);

  const library = await startLibrary();
  const data = dataFolderOf(library.address);
  const common = { ...process.env, SEED: "none" };
  const plain = { ...common, DATA_DIR: data, BACKUP_DIR: backups, BACKUP_PASSPHRASE: passphrase };
  const environments: Record<string, NodeJS.ProcessEnv> = {
    sources: plain,
    compose: plain,
    systemd: { ...process.env, ETC: etc, STATE: data, PATH: `${bin}:${process.env.PATH}` },
  };
  const newest = () =>
    path.join(
      backups ?? "",
      readdirSync(backups ?? "")
        .toSorted()
        .at(-1) ?? "",
    );
  const results: Record<string, RegExp> = {
    "back up": /tar\.age: .* tables with/,
    "test the newest backup": /was restored as a test/,
    "bring the database up to date": /already up to date/,
    "add an administrator": /can log in at/,
    "turn off someone's two-step verification": /does not use two-step verification/, // a new administrator
    "replace [the secret key](#the-secret-key)": /key/,
    restore: /Emails are on hold until you release them/,
    "release held email": /emails/i,
  };
  expect(programs.map(({ task }) => task)).toEqual(Object.keys(results));
  for (const { task, ...commands } of programs) {
    if (task === "restore") {
      process.kill(library.processId, "SIGTERM");
      await expect.poll(() => isAlive(library.processId)).toBe(false);
    }
    for (const way of (["sources", "compose", "systemd"] as const).filter((way) => commands[way] !== ""))
      await test.step(commands[way], () => {
        const command = way === "compose" ? programOf(way, commands[way])[1] : commands[way];
        const ours = command.replace("NAME", way).replace("FILE", newest());
        const { stdout, stderr } = spawnSync("sh", ["-c", ours], {
          cwd: root,
          encoding: "utf8",
          env: environments[way],
          timeout: 150_000,
        });
        expect(stdout + stderr, ours).toMatch(results[task] ?? /^$/);
      });
  }
  await library.stop();
});
