import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { get } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { administrator, freePort } from "#e2e/library.ts";
import type { Outcome } from "./attack.ts";
import type { Timed } from "./timed.ts";

const [descriptors, slow] = [500, 600];
const goals = { started: 120_000, held: 10_000, answer: 1000 }; // ms
const paths = ["/health/ready", "/api/Inventory/GetRecentItems"];

/** Holds more slow connections open from one address than the library has file descriptors, while another address asks. */
export async function fewDescriptors(): Promise<Outcome> {
  const folder = mkdtempSync(path.join(tmpdir(), "library-descriptors-"));
  const port = await freePort();
  const library = spawn(
    "sh",
    ["-c", `ulimit -n ${descriptors} && exec "$@"`, "sh", process.execPath, "dist/server/main.js"],
    {
      stdio: ["ignore", "ignore", "inherit"],
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: folder,
        ADMIN_USERNAME: administrator.userName,
        ADMIN_PASSWORD: administrator.password,
        SEED: "none",
      },
    },
  );
  const sockets: Socket[] = [];
  try {
    await untilReady(library, port);
    for (let number = 0; number < slow; number += 1) sockets.push(slowRequest(port));
    const answers: Timed[] = [];
    const end = performance.now() + goals.held;
    while (performance.now() < end) {
      for (const asked of paths) answers.push(await timedFromElsewhere(port, asked));
      await pause(250);
    }
    const open = sockets.filter(({ closed }) => !closed).length;
    const slowest = Math.round(Math.max(...answers.map(({ ms }) => ms)));
    const refused = answers.filter(({ status }) => status !== 200).length;
    const wrong = [
      library.exitCode !== null && "the library has ended",
      refused > 0 && `${refused} requests of another address were not answered with 200`,
      slowest > goals.answer && `another address waited ${slowest} ms`,
    ].filter((each) => each !== false);
    const figures = {
      "file descriptors": descriptors,
      "slow connections opened": slow,
      "still open after ten seconds": open,
      "requests of another address, all 200": answers.length,
      "slowest of them, ms": slowest,
    };
    return { figures, wrong };
  } finally {
    for (const socket of sockets) socket.destroy();
    library.kill("SIGTERM");
    if (library.exitCode === null) await once(library, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
}

async function untilReady(library: ChildProcess, port: number): Promise<void> {
  const end = performance.now() + goals.started;
  while ((await timedFromElsewhere(port, "/health/ready")).status !== 200) {
    if (library.exitCode !== null || performance.now() > end) throw new Error("The library does not start.");
    await pause(100);
  }
}

/** A request that never says all of its head. */
function slowRequest(port: number): Socket {
  const socket = connect(port, "127.0.0.1", () => socket.write("POST /api/Account/Login/ HTTP/1.1\r\nHost: l"));
  return socket.on("error", () => undefined).resume();
}

/** How somebody at another address is answered; status 0: not at all. */
async function timedFromElsewhere(port: number, asked: string): Promise<Timed> {
  const began = performance.now();
  const status = await new Promise<number>((resolve) => {
    get(`http://127.0.0.1:${port}${asked}`, { localAddress: "127.0.0.2", agent: false }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
    }).on("error", () => resolve(0));
  });
  return { status, ms: performance.now() - began };
}
