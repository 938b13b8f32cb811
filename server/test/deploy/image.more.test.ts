import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { builtinModules } from "node:module";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { freePort } from "#server/test/concurrency/balanced/balanced-library.ts";
import { silentProxy } from "#server/test/attacks/silent-proxy.ts";
import { bareDatabase } from "#server/test/database.ts";
import { urlOf } from "#server/test/global-setup.ts";
import { buildImage } from "./build-image.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "library-image-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const importPattern = /^(?:import|export) (?:.* from )?"([^".\n][^"\n]*)";$/gm;

/** Returns the packages that the built server imports. */
function packagesOf(serverFolder: string): string[] {
  const all = readdirSync(serverFolder)
    .filter((file) => file.endsWith(".js"))
    .flatMap((file) => [...readFileSync(path.join(serverFolder, file), "utf8").matchAll(importPattern)]);
  const names = all.map(([, name = ""]) =>
    name
      .split("/")
      .slice(0, name.startsWith("@") ? 2 : 1)
      .join("/"),
  );
  return [...new Set(names)].filter((name) => !name.startsWith("node:") && !builtinModules.includes(name));
}

it(
  "image built from the Dockerfile serves as a user who can write only the data folder",
  { timeout: 600_000 },
  async () => {
    const connection = await bareDatabase();
    const tree = mkdtempSync(path.join(folder, "try-"));
    const image = await buildImage(tree);
    const packages = packagesOf(path.join(image.app, "dist/server"));
    expect(packages.length).toBeGreaterThan(20);
    expect(packages.filter((name) => !existsSync(path.join(image.app, "node_modules", name)))).toEqual([]);
    for (const unwanted of ["vite", "typescript"])
      expect(existsSync(path.join(image.app, "node_modules", unwanted)), unwanted).toBe(false);

    for (const part of [folder, tree]) chmodSync(part, 0o755);
    const proxy = await silentProxy(connection); // over TCP, because the test server's socket belongs to another user
    const port = String(await freePort());
    const address = `http://127.0.0.1:${port}`;
    const env = {
      PATH: process.env.PATH ?? "",
      ...image.env,
      HOST: "127.0.0.1",
      PORT: port,
      DATA_DIR: path.join(image.root, image.env.DATA_DIR ?? ""),
      DATABASE_URL: urlOf(proxy.connection),
      PUBLIC_URL: address,
      ADMIN_PASSWORD: "correct horse staple",
    };
    const asUser = process.getuid?.() === 0 ? image.user : {}; // only root can switch users
    const [program = "", ...args] = image.command;
    const library = spawn(program, args, { cwd: image.app, env, ...asUser, stdio: ["ignore", "pipe", "pipe"] });
    let words = "";
    for (const stream of [library.stdout, library.stderr]) stream.on("data", (data) => (words += String(data)));
    const exit = once(library, "exit");
    try {
      const isReady = async () => (await fetch(`${address}/health/ready`).catch(() => undefined))?.ok ?? words;
      await expect.poll(isReady, { timeout: 120_000 }).toBe(true);
      // a slow machine leaves the page to the browser for a moment after the start
      await expect.poll(async () => (await fetch(address)).text(), { timeout: 60_000 }).toContain("<h1");
      const [checkProgram = "", ...checkArgs] = image.healthCheck;
      await promisify(execFile)(checkProgram, checkArgs, { env });
      const backups = path.join(image.root, "backups");
      const run = async (...command: string[]) => {
        const commandEnv = { ...env, BACKUP_DIR: backups, BACKUP_PASSPHRASE: "a long passphrase" };
        const { stdout } = await promisify(execFile)("node", command, { cwd: image.app, env: commandEnv, ...asUser });
        return stdout;
      };
      expect(await run("dist/server/backup.js", "--nightly")).toContain("backup restored as a test");
      expect(await run("dist/server/restore.js", "--try")).toContain("was restored as a test");
      expect(await run("dist/server/create-admin.js", "create", "second")).toContain("second can log in");
      expect(await run("dist/server/migrate.js")).toContain("already up to date");
    } finally {
      library.kill("SIGTERM");
    }
    expect(await exit, words).toEqual([0, null]);
  },
);
