import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { administrator, freePort } from "#e2e/library.ts";
import { callerAt } from "#e2e/steps/api.ts";
import type { Outcome } from "./attack.ts";

const megabyte = 1024 * 1024;
const [memory, patience] = [512 * megabyte, 240_000]; // ms until it is ready
const supervisor = path.resolve("dist/server/supervise.js");

/** Sends pictures that take too much memory to a library of 512 MB and one core, its database included, while others read. */
export async function smallMachine(): Promise<Outcome> {
  const group = limitedGroup();
  if (group === undefined) return { figures: { "small machine": "left out: only root may limit memory" }, wrong: [] };
  const folder = mkdtempSync(path.join(tmpdir(), "library-small-"));
  const address = `http://127.0.0.1:${await freePort()}`;
  const inGroup = 'echo $$ > "$GROUP/cgroup.procs" && exec taskset -c 0 "$@"';
  const library = spawn("sh", ["-c", inGroup, "sh", process.execPath, supervisor], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      GROUP: group.folder,
      PORT: new URL(address).port,
      DATA_DIR: folder,
      ADMIN_USERNAME: administrator.userName,
      ADMIN_PASSWORD: administrator.password,
      RATE_LIMIT_SCALE: "1000",
    },
  });
  let log = "";
  library.stdout.on("data", (text: Buffer) => (log += text.toString()));
  try {
    const readyMs = await untilReady(address);
    const outcome = await uploadWhileOthersRead(address);
    const restarts = log.split("ended unexpectedly").length - 1;
    const wrong = restarts > 0 ? [`The library ended ${restarts} times.`] : [];
    const figures = { readyMs, ...outcome.figures, restarts, mostMb: group.mostMb() };
    return { figures, wrong: [...outcome.wrong, ...wrong] };
  } finally {
    library.kill("SIGTERM");
    if (library.exitCode === null) await once(library, "exit");
    rmSync(folder, { recursive: true, force: true });
    group.remove();
  }
}

/** A control group of this much memory, swap included, of either version of Linux's; undefined where none can be made. */
function limitedGroup() {
  const isSecond = existsSync("/sys/fs/cgroup/cgroup.controllers");
  const folder = path.join(isSecond ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory", `library-small-${process.pid}`);
  const file = (name: string) => path.join(folder, name);
  try {
    mkdirSync(folder);
    writeFileSync(file(isSecond ? "memory.max" : "memory.limit_in_bytes"), String(memory));
  } catch {
    return undefined;
  }
  const peak = file(isSecond ? "memory.peak" : "memory.max_usage_in_bytes");
  return {
    folder,
    mostMb: () => Math.round(Number(readFileSync(peak, "utf8")) / megabyte),
    remove: () => rmdirSync(folder),
  };
}

async function untilReady(address: string): Promise<number> {
  const begun = performance.now();
  while (performance.now() - begun < patience) {
    if ((await fetch(`${address}/health/ready`).catch(() => undefined))?.ok)
      return Math.round(performance.now() - begun);
    await pause(100);
  }
  throw new Error("The library was not ready with so little memory.");
}

async function uploadWhileOthersRead(address: string): Promise<Outcome> {
  const clerk = await callerAt(address, { ...administrator, userTypeId: 1 });
  const figures = { read: 0, failed: 0, slowestMs: 0 };
  let isOver = false;
  const readers = ["/", "/user/inventories", "/api/Inventory/GetRecentItems", "/health/live"].map(async (place) => {
    while (!isOver) {
      const begun = performance.now();
      const answer = await fetch(address + place).catch(() => undefined);
      await answer?.arrayBuffer();
      figures.slowestMs = Math.max(figures.slowestMs, Math.round(performance.now() - begun));
      figures[answer?.ok ? "read" : "failed"] += 1;
    }
  });
  const uploads: Record<string, string> = {};
  for (let round = 0; round < 2; round += 1) {
    for (const [name, bytes] of await pictures()) {
      const body = new FormData();
      body.append("uploadFile", new Blob([Uint8Array.from(bytes)]), name);
      const headers = { authorization: `Bearer ${clerk.kept.token}` };
      const begun = performance.now();
      const answer = await fetch(`${address}/api/Inventory/UploadAttachment`, { method: "POST", headers, body });
      const { isSuccess, message } = z
        .object({ isSuccess: z.boolean(), message: z.string().optional() })
        .parse(await answer.json());
      uploads[name] =
        `${isSuccess ? "stored" : `${answer.status} ${message}`}, ${Math.round(performance.now() - begun)} ms`;
    }
  }
  isOver = true;
  await Promise.all(readers);
  const wrong = [
    ...(figures.failed > 0 ? [`${figures.failed} requests failed.`] : []),
    ...Object.entries(uploads)
      .filter(([, result]) => !/^(?:stored|200 )/.test(result))
      .map(([name, result]) => `${name}: ${result}`),
  ];
  return { figures: { ...figures, ...uploads }, wrong };
}

async function pictures(): Promise<[string, Buffer][]> {
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "teal" } });
  return [
    ["AVIF, 19.5 million pixels", await plain(5000, 3900).avif({ effort: 0 }).toBuffer()],
    ["PNG, 49.6 million, interlaced", await plain(8000, 6200).png({ progressive: true }).toBuffer()],
    ["JPEG, 49.6 million", await plain(8000, 6200).jpeg().toBuffer()],
    ["AVIF, 7.8 million", await plain(3000, 2600).avif({ effort: 0 }).toBuffer()],
  ];
}
