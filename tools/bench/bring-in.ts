import { createReadStream } from "node:fs";
import { loadavg } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import { stringify } from "csv-stringify/sync";
import * as z from "zod";
import { administrator } from "#e2e/library.ts";
import { startBenchLibrary } from "./bench-library.ts";
import { forgetPeak, peakOf } from "./download-borrowers.ts";
import { childrenOf, cpuOfFamily, memoryOf } from "./measure.ts";
import { recombinedTitles } from "./titles.ts";

const rowsMade = 65_000;

/**
 * Imports files (CSV, .gz too, and MARC), each into an empty library, and exports the collection. Prints the time of
 * each step, the peak memory of the library's and the import's processes, and how long other requests had to wait.
 */
export async function measureImports(files: readonly string[]): Promise<string> {
  const rows: string[] = [];
  for (const file of files.length > 0 ? files : [undefined]) rows.push(...(await measureOf(file)));
  return (
    `Load average ${loadavg()[0]?.toFixed(1)}, Node ${process.version}\n\n` +
    "| file | step | rows | time | CPU | database CPU | another call waited (99 %, at most) | memory before, MB | at most | after | the import's process at most |\n" +
    `|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n${rows.join("\n")}\n`
  );
}

async function measureOf(file: string | undefined): Promise<string[]> {
  const { library, databaseProcess, stop } = await startBenchLibrary([]);
  try {
    const client = await administratorAt(library.address);
    const content = file === undefined ? madeFile() : await contentOf(file);
    const name = file === undefined ? "generated.csv" : path.basename(file).replace(/\.gz$/, "");
    const measured = async (step: string, work: () => Promise<number>) => {
      forgetPeak(library.processId);
      const before = memoryOf(library.processId);
      const cpu = () => [cpuOfFamily(library.processId), cpuOfFamily(databaseProcess)] as const;
      const own = watchChildren(library.processId);
      const [application, database] = cpu();
      const started = performance.now();
      const working = work();
      const waited = await waitsUntil(library.address, working);
      const count = await working;
      const took = (performance.now() - started) / 1000;
      const memory = [before, peakOf(library.processId), memoryOf(library.processId)].map((held) => held.toFixed(0));
      const used = cpu().map((now, place) => `${((now - (place === 0 ? application : database)) / 1000).toFixed(1)} s`);
      return `| ${name} | ${step} | ${count} | ${took.toFixed(1)} s | ${used.join(" | ")} | ${waited} | ${memory.join(" | ")} | ${own().toFixed(0)} |`;
    };
    let imported: Imported | undefined;
    return [
      await measured("upload", async () => {
        imported = await client.upload(content, name);
        return content.length;
      }),
      await measured("check", async () => {
        imported = await client.check(wanted(imported));
        return wanted(imported).rowsTotal ?? 0;
      }),
      await measured("save", async () => (await client.save(wanted(imported))).counts.added),
      await measured("export", () => client.export()),
    ];
  } finally {
    await stop();
  }
}

/** Samples the memory of a process's children until asked for the maximum. */
function watchChildren(processId: number): () => number {
  let most = 0;
  const look = () => {
    for (const id of childrenOf(processId)) {
      try {
        most = Math.max(most, peakOf(id) || 0); // it has just ended
      } catch {
        // it has just ended
      }
    }
  };
  const timer = setInterval(look, 100);
  return () => {
    clearInterval(timer);
    return most;
  };
}

function wanted<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("The step before has left nothing.");
  return value;
}

const imported = z.object({
  importId: z.number(),
  state: z.string(),
  message: z.string().nullable(),
  rowsTotal: z.number().nullable(),
  counts: z.object({ added: z.number(), faulty: z.number() }),
  columns: z.array(z.object({ name: z.string(), field: z.string().nullable() })),
});
type Imported = z.output<typeof imported>;

/** Behaves like an administrator's browser, with the same pause between polls. */
async function administratorAt(address: string) {
  const login = await fetch(`${address}/api/Account/Login/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...administrator, userTypeId: 1 }),
  });
  const { data } = z.object({ data: z.object({ token: z.string() }) }).parse(await login.json());
  const headers = { authorization: `Bearer ${data.token}` };
  const ask = async (call: string, init: RequestInit = {}) => {
    const answer = z
      .object({ isSuccess: z.boolean(), message: z.string().optional(), data: imported.optional() })
      .parse(await (await fetch(`${address}/api/Import/${call}`, { headers, ...init })).json());
    if (!answer.isSuccess || !answer.data) throw new Error(`${call}: ${answer.message}`);
    return answer.data;
  };
  const post = (call: string, body: object) =>
    ask(call, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const until = async (id: number, states: readonly string[]): Promise<Imported> => {
    for (;;) {
      const found = await ask(`GetImport/${id}`);
      if (states.includes(found.state)) return found;
      if (["failed", "cancelled"].includes(found.state))
        throw new Error(`The import is ${found.state}: ${found.message}`);
      await pause(250);
    }
  };
  return {
    upload: async (content: Uint8Array<ArrayBuffer>, name: string) => {
      const form = new FormData();
      form.append("uploadFile", new File([content], name));
      return ask("UploadFile", { method: "POST", body: form });
    },
    check: async ({ importId, columns }: Imported) => {
      const own = new Set(["authors", "publisher", "language", "url"]); // into the description if it is empty
      const hasDescription = columns.some(({ field }) => field === "description");
      await post(`MatchColumns/${importId}`, {
        fields: columns.map(({ name, field }) => (!hasDescription && own.has(name) ? "description" : field)),
        defaults: { categoryId: 1, subjectId: 1, gradeId: 63, description: "No description.", copies: 1 },
        unknown: "default",
      });
      return until(importId, ["checked"]);
    },
    save: async ({ importId, counts }: Imported) => {
      await post(`SaveRows/${importId}`, { rows: counts.faulty > 0 ? "good" : "all" });
      return until(importId, ["saved", "checked"]);
    },
    export: async () => {
      const { body } = await fetch(`${address}/api/Import/ExportCollection`, { headers });
      let bytes = 0;
      for await (const chunk of body ?? []) bytes += chunk.length;
      return bytes;
    },
  };
}

/** How long a small call took in the meantime: the 99th percentile and the maximum, in ms. */
async function waitsUntil(address: string, end: Promise<unknown>): Promise<string> {
  let isOver = false;
  const over = () => (isOver = true);
  end.then(over, over);
  const waits: number[] = [];
  while (!isOver) {
    const started = performance.now();
    await (await fetch(`${address}/health/live`)).text();
    waits.push(performance.now() - started);
    await pause(5);
  }
  const sorted = waits.toSorted((one, other) => one - other);
  const most = sorted.at(-1) ?? 0;
  return `${(sorted[Math.floor(sorted.length * 0.99)] ?? most).toFixed(0)}, ${most.toFixed(0)} ms`;
}

async function contentOf(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = createReadStream(file);
  return new Uint8Array(await buffer(file.endsWith(".gz") ? stream.pipe(createGunzip()) : stream));
}

/** A list made of the demonstration catalog's words; deterministic. */
function madeFile(): Uint8Array<ArrayBuffer> {
  const titles = recombinedTitles(rowsMade).map(({ title, description, tags, categoryId, copies }) => [
    title,
    description,
    ["Book", "Video", "Audio"][categoryId - 1],
    tags,
    copies,
  ]);
  return new Uint8Array(Buffer.from(stringify([["Title", "Description", "Category", "Tags", "Copies"], ...titles])));
}
