import { spawn, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import type { Binaries } from "./binaries.ts";
import type { DataFolder } from "./data-folder.ts";

export type Settings = Readonly<Record<string, string>>;

// Runs "$@" (the server) and a reader of a pipe that the application holds. When the application ends, even by `kill -9`,
// the pipe closes and the server gets a fast shutdown. SIGINT is sent repeatedly, for up to ten minutes, because background
// processes of a shell ignore it until the server has installed its handler.
const unixWatchdog =
  'exec 3<&0; "$@" 3<&- </dev/null & server=$!; ' +
  "(read line <&3; left=6000; while [ $left -gt 0 ] && kill -INT $server; do left=$((left - 1)); sleep 0.1; done) " +
  "2>/dev/null & reader=$!; " +
  "wait $server; status=$?; kill $reader 2>/dev/null; exit $status";

// The same in Node, for Windows, where pg_ctl drops the administrator rights that the server refuses.
const windowsWatchdog = `
  const { spawnSync } = require("node:child_process");
  const [pgCtl, cluster, log, options] = process.argv.slice(1);
  const started = spawnSync(pgCtl, ["start", "-w", "-D", cluster, "-l", log, "-o", options], { stdio: "ignore" });
  if (started.status !== 0) process.exit(1);
  process.stdin.resume();
  process.stdin.on("end", () => {
    spawnSync(pgCtl, ["stop", "-m", "fast", "-w", "-D", cluster], { stdio: "ignore" });
    process.exit(0);
  });
`;

export function startUnderWatchdog(folder: DataFolder, binaries: Binaries, overrides: Settings = {}): ChildProcess {
  const settings = serverSettings(folder, overrides);
  const child =
    "port" in folder.access ? startOnWindows(folder, binaries, settings) : startOnUnix(folder, binaries, settings);
  child.stdin?.on("error", () => {}); // the watchdog may end before us
  child.on("error", (error) => fs.appendFileSync(folder.log, `FATAL:  ${error.message}\n`));
  child.unref();
  return child;
}

function startOnUnix(folder: DataFolder, binaries: Binaries, settings: Settings): ChildProcess {
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = [...folder.runAs.prefix, binaries.postgres, "-D", folder.cluster, ...options];
  const log = fs.openSync(folder.log, "a", 0o600);
  try {
    // detached, so that Ctrl-C reaches only the application, which then stops the server cleanly
    return spawn("/bin/sh", ["-c", unixWatchdog, "sh", ...server], {
      stdio: ["pipe", log, log],
      detached: true,
      cwd: folder.root,
      ...folder.runAs.identity,
    });
  } finally {
    fs.closeSync(log);
  }
}

function startOnWindows(folder: DataFolder, binaries: Binaries, settings: Settings): ChildProcess {
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return spawn(
    process.execPath,
    ["-e", windowsWatchdog, binaries.pgCtl, folder.cluster, folder.log, options.join(" ")],
    { stdio: ["pipe", "ignore", "ignore"], detached: true, windowsHide: true, cwd: folder.root },
  );
}

/** Returns settings for a small machine that also runs the application. */
function serverSettings({ access }: DataFolder, overrides: Settings): Settings {
  return {
    ...("port" in access
      ? { listen_addresses: "127.0.0.1", port: String(access.port) }
      : { listen_addresses: "", unix_socket_directories: access.socketFolder, unix_socket_permissions: "0700" }),
    max_connections: "60",
    jit: "off",
    // containers often have only 64 MB of the shared memory that parallel workers need
    max_parallel_workers_per_gather: "0",
    timezone: "UTC",
    // the application logs statement errors; the server would write email addresses and names into its log
    log_min_messages: "log",
    log_checkpoints: "off",
    ...overrides,
  };
}
