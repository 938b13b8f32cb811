import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { projectRoot } from "#server/platform/project-root.ts";
import { type Child, startChild } from "#server/test/child-process.ts";
import type { ConnectionSettings } from "#server/platform/connection/connection-settings.ts";
import { openDatabase } from "#server/platform/database.ts";
import { migrate } from "#server/platform/migrate.ts";
import { noLimits, setRules } from "#server/test/set-rules.ts";

/** Returns an unused port on the loopback address. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

/** Turns the limits off. Creates the tables first, because the processes read the settings when they start. */
async function liftLimits(connection: ConnectionSettings): Promise<void> {
  await migrate(connection);
  const db = openDatabase({ connection, poolSize: 1 });
  await setRules(db, noLimits);
  await db.destroy();
}

/**
 * Starts two instances that share a database behind haproxy, with the configuration in deploy/ and these environment
 * variables. They run the source, or the built `dist/server/main.js`.
 */
export async function balancedLibrary(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
  main = "server/main.ts",
) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "library-balanced-"));
  await liftLimits({ connectionString: databaseUrl });
  const ports = [await freePort(), await freePort()] as const;
  const publicPort = await freePort();
  const start = async (port: number): Promise<Child> => {
    const child = startChild(main, {
      DATABASE_URL: databaseUrl,
      DATA_DIR: path.join(folder, String(port)),
      PORT: String(port),
      SEED: "none",
      ADMIN_PASSWORD: "correct horse staple",
      RATE_LIMIT_SCALE: "100000",
      TRUST_PROXY: "127.0.0.1",
      SHUTDOWN_DELAY: "5",
      LOG_LEVEL: "warn",
      ...settings,
    });
    await child.line(/^The lending library is at /);
    return child;
  };
  const instances = new Map<number, Child>();
  for (const port of ports) instances.set(port, await start(port));

  const config = readFileSync(path.join(projectRoot, "deploy/haproxy.cfg"), "utf8")
    .replace("0.0.0.0:8080", `127.0.0.1:${publicPort}`)
    .replace("127.0.0.1:3001", `127.0.0.1:${ports[0]}`)
    .replace("127.0.0.1:3002", `127.0.0.1:${ports[1]}`);
  const file = path.join(folder, "haproxy.cfg");
  writeFileSync(file, config);
  const haproxy = spawn("haproxy", ["-db", "-f", file], { stdio: ["ignore", "ignore", "pipe"] });
  const startFailure = once(haproxy, "error").then(([error]) =>
    Promise.reject(new Error("haproxy didn't start", { cause: error })),
  );
  const address = `http://127.0.0.1:${publicPort}`;
  const waitUntilReady = async () => {
    while (!(await fetch(`${address}/health/ready`).catch(() => undefined))?.ok) await pause(50);
  };
  await Promise.race([waitUntilReady(), startFailure]);

  return {
    address,
    /** Returns the log lines of the running instances. */
    log: () => [...instances.values()].flatMap(({ lines }) => lines),
    processIds: () => [...instances.values()].map(({ pid }) => pid),
    /** Stops an instance and starts it again on its port, as an update does. */
    restart: async (which: 0 | 1) => {
      const child = instances.get(ports[which]);
      child?.kill("SIGTERM");
      const code = await child?.exited;
      instances.set(ports[which], await start(ports[which]));
      return code;
    },
    /** Kills an instance as a power failure would, and starts it again. */
    kill: async (which: 0 | 1) => {
      const child = instances.get(ports[which]);
      child?.kill("SIGKILL");
      await child?.exited;
      instances.set(ports[which], await start(ports[which]));
    },
    stop: async () => {
      haproxy.kill("SIGKILL");
      for (const child of instances.values()) child.kill("SIGKILL");
      await Promise.all([...instances.values()].map(({ exited }) => exited));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
