import { spawn, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import type { Binaries } from "./binaries.ts";
import type { DataFolder } from "./data-folder.ts";

export type Settings = Readonly<Record<string, string>>;

// Runs "$@" (the server) next to a reader of a pipe that the application holds. When the application ends, `kill -9`
// included, the pipe closes and the server gets a fast shutdown. It is asked until it ends: a shell's background process
// ignores SIGINT, so one that comes before the server has installed its handler is lost. After ten minutes nobody waits anymore.
const unixWatchdog =
  'exec 3<&0; "$@" 3<&- </dev/null & server=$!; ' +
  "(read line <&3; left=6000; while [ $left -gt 0 ] && kill -INT $server; do left=$((left - 1)); sleep 0.1; done) " +
  "2>/dev/null & reader=$!; " +
  "wait $server; status=$?; kill $reader 2>/dev/null; exit $status";

// The same in Node, for Windows. pg_ctl starts the server without administrator rights, which it refuses to have.
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

export function startUnderWatchdog(folder: DataFolder, binaries: Binaries, more: Settings = {}): ChildProcess {
  const settings = serverSettings(folder, more);
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
    // detached: Ctrl-C in a terminal reaches only the application, which then stops the server cleanly.
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

/** The settings of the embedded server, for one small machine that also runs the application. */
function serverSettings({ access }: DataFolder, more: Settings): Settings {
  return {
    ...("port" in access
      ? { listen_addresses: "127.0.0.1", port: String(access.port) }
      : { listen_addresses: "", unix_socket_directories: access.socketFolder, unix_socket_permissions: "0700" }),
    max_connections: "60",
    jit: "off",
    // One request, one core; and containers often give 64 MB of the shared memory that parallel workers need.
    max_parallel_workers_per_gather: "0",
    timezone: "UTC",
    // The application logs statement errors: the server would write e-mails and names into its log.
    log_min_messages: "log",
    log_checkpoints: "off",
    ...more,
  };
}
