import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import sharp from "sharp";
import * as z from "zod";
import { pictureLimits } from "#contract/codes.ts";
import { administratorToken, startBenchLibrary } from "./bench-library.ts";
import { cpuOf, memoryOf } from "./measure.ts";

type Send = (picture: Uint8Array) => Promise<number>;

/** Uploads pictures to the built product and prints the time and the peak memory. */
export async function measureUploads(): Promise<string> {
  const { library, stop } = await startBenchLibrary([]);
  try {
    const send = await uploader(library.address);
    const photo = await tenMegabytes();
    const avif = await noise(4400, 4400).avif({ quality: 30, effort: 0 }).toBuffer();
    const rows: string[] = [];
    const measured = async (what: string, work: () => Promise<string>) => {
      forgetPeak(library.processId);
      const before = memoryOf(library.processId);
      const cpuBefore = cpuOf(library.processId);
      const took = await work();
      const cpu = cpuOf(library.processId) - cpuBefore;
      const peak = peakOf(library.processId);
      const after = memoryOf(library.processId);
      rows.push(
        `| ${what} | ${took} | ${inMs(cpu)} | ${before.toFixed(0)} | ${peak.toFixed(0)} | ${after.toFixed(0)} |`,
      );
    };
    const size = (photo.length / 1024 / 1024).toFixed(2);
    await measured(`the first photo of ${size} MB, 24 million pixels`, async () => inMs(await send(photo)));
    await measured("five more, one after the other", async () => {
      const times: number[] = [];
      for (let turn = 0; turn < 5; turn += 1) times.push(await send(another(photo, turn)));
      return `${inMs(times.toSorted((a, b) => a - b)[2] ?? 0)} (the middle one)`;
    });
    await measured("twenty at once", async () => {
      const photos = Array.from({ length: 20 }, (_, turn) => another(photo, 100 + turn));
      const asking = askAllTheWhile(library.address);
      const started = performance.now();
      await Promise.all(photos.map(send));
      const took = performance.now() - started;
      return `${inMs(took)}; another call waited ${inMs(await asking.stop())} at most`;
    });
    await measured("an AVIF of 19 million pixels", async () => inMs(await send(avif)));
    return `| what | time | CPU | memory before, MB | at most | after |\n|---|---|---:|---:|---:|---:|\n${rows.join("\n")}\n`;
  } finally {
    await stop();
  }
}

const inMs = (time: number) => `${time.toFixed(0)} ms`;

/** As an administrator: sends a picture and returns the time until its answer, in ms. */
async function uploader(address: string): Promise<Send> {
  const headers = { authorization: `Bearer ${await administratorToken(address)}` };
  return async (picture) => {
    const body = new FormData();
    body.append("uploadFile", new Blob([new Uint8Array(picture)]), "photo.jpg");
    const started = performance.now();
    const answer = await fetch(`${address}/api/Inventory/UploadAttachment`, { method: "POST", headers, body });
    z.object({ isSuccess: z.literal(true) }).parse(await answer.json());
    return performance.now() - started;
  };
}

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: "#888", noise: { type: "gaussian", mean: 128, sigma: 30 } },
  });

/** A photo of 6000 x 4000 pixels, as close to the size limit as the quality steps allow. */
async function tenMegabytes(): Promise<Buffer> {
  const raw = await noise(6000, 4000).raw().toBuffer();
  let best = Buffer.alloc(0);
  for (let [least, most] = [1, 100]; least <= most;) {
    const quality = Math.floor((least + most) / 2);
    const photo = await sharp(raw, { raw: { width: 6000, height: 4000, channels: 3 } })
      .jpeg({ quality })
      .toBuffer();
    if (photo.length > pictureLimits.bytes - 100) most = quality - 1;
    else [best, least] = [Buffer.from(photo), quality + 1];
  }
  return best;
}

/** The same photo with different content: bytes after its end are ignored. */
const another = (photo: Uint8Array, turn: number) => Buffer.concat([photo, Buffer.from(`copy ${turn}`)]);

/** Requests something small repeatedly, in its own thread; `stop` returns the longest wait in ms. */
function askAllTheWhile(address: string): { stop: () => Promise<number> } {
  const source = `
    const { parentPort } = require("node:worker_threads");
    let isOver = false, slowest = 0;
    parentPort.once("message", () => (isOver = true));
    (async () => {
      while (!isOver) {
        const started = performance.now();
        const answer = await fetch("${address}/api/Code/GetEveryGrade");
        await answer.arrayBuffer();
        slowest = Math.max(slowest, answer.ok ? performance.now() - started : Infinity);
      }
      parentPort.postMessage(slowest);
    })();`;
  const worker = new Worker(source, { eval: true });
  return {
    stop: async () => {
      worker.postMessage("over");
      const said: unknown[] = await once(worker, "message");
      return Number(said[0]);
    },
  };
}

/** A process's peak memory since the last reset, in MB. */
const peakOf = (processId: number) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, "utf8"))?.[1]) / 1024;

const forgetPeak = (processId: number) => writeFileSync(`/proc/${processId}/clear_refs`, "5");
