import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { ownMessages } from "#contract/wire/messages.ts";
import { isAlive } from "#server/platform/embedded-postgres/processes.ts";
import { startChild } from "#server/test/child-process.ts";
import { fileReader, pdfDrawer } from "./worker.ts";

const module = path.join(import.meta.dirname, "../../test/children/odd-work");
const folder = mkdtempSync(path.join(tmpdir(), "worker-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let marks = 0;
const newMark = () => path.join(folder, `mark-${(marks += 1)}`);
const begun = (mark: string) => expect.poll(() => existsSync(mark), { timeout: 60_000 }).toBe(true);

type Options = { how?: string; mark?: string; signal?: AbortSignal; maxSeconds?: number };

/** Returns functions that run odd work in worker processes, and the ids of the processes so far. */
function aWorker(kind: typeof fileReader, settings: { memory?: number } = {}) {
  const pids: number[] = [];
  const work = kind({ ...settings, onStart: (pid) => pids.push(pid) });
  const run = async (text: string, { how = "echo", mark, signal, maxSeconds = 60 }: Options = {}) =>
    work({
      module,
      input: { bytes: Buffer.from(text), how, mark },
      result: z.string(),
      maxSeconds,
      ...(signal && { signal }),
    });
  const refusal = async (options: Options) => run("x", options).catch((error: unknown) => error);
  return { pids, work, run, refusal };
}

describe("a file reader", { timeout: 120_000 }, () => {
  const { pids, work, run, refusal } = aWorker(fileReader);

  it("reads one file after another", async () => {
    expect(await Promise.all(["one", "two", "three"].map((text) => run(text)))).toEqual(["one", "two", "three"]);
  });

  it("refuses a file that hangs it without delaying this process, and then reads the next one", async () => {
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 100);
    const [hung, next] = await Promise.all([refusal({ how: "hang", maxSeconds: 3 }), run("next")]);
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(10);
    expect(hung).toMatchObject({ reason: { kind: "unusable-file" }, message: ownMessages.fileTakesTooLong });
    expect(next).toBe("next");
  });

  it("refuses a file that needs too much memory, and then reads the next one", async () => {
    expect(await refusal({ how: "fill" })).toMatchObject({ message: ownMessages.fileTakesTooMuch });
    expect(await run("next")).toBe("next");
  });

  it.each([
    ["ends", "crash", "The process for odd-work crashed (1)."],
    ["throws a fault for", "throw", "The process for odd-work crashed (TypeError)."],
  ])(
    "refuses a file that it %s without blaming the file, names the fault, and reads the next one",
    async (_, how, message) => {
      const error = await run("a secret", { how }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ message: ownMessages.fileNotRead, cause: { message } });
      expect(error instanceof Error && error.cause).not.toMatchObject({ stack: expect.stringContaining("secret") });
      expect(await run("next")).toBe("next");
    },
  );

  it("refuses the files it was reading when it was killed twice in a row, and then reads the next one", async () => {
    for (const mark of [newMark(), newMark()]) {
      const refused = refusal({ how: "hang", mark });
      await begun(mark);
      process.kill(pids.at(-1) ?? 0, "SIGKILL");
      expect(await refused).toMatchObject({ message: ownMessages.fileTakesTooMuch });
    }
    expect(await run("next")).toBe("next");
  });

  it("answers 503 when it is killed before it has started, and then reads the next file", async () => {
    const other = aWorker(fileReader);
    const refused = other.refusal({});
    await expect.poll(() => other.pids).toHaveLength(1);
    process.kill(other.pids[0] ?? 0, "SIGKILL");
    expect(await refused).toMatchObject({ statusCode: 503 });
    expect(await other.run("next")).toBe("next");
  });

  it("stops reading a file that nobody waits for, never starts a queued one, and then reads the next one", async () => {
    const left = new AbortController();
    const [mark, queuedMark] = [newMark(), newMark()];
    const read = refusal({ how: "hang", mark, signal: left.signal });
    const queued = refusal({ mark: queuedMark, signal: left.signal });
    const next = run("next");
    await begun(mark);
    left.abort(new Error("The client left."));
    expect(await Promise.all([read, queued])).toEqual([left.signal.reason, left.signal.reason]);
    expect(await next).toBe("next");
    expect(existsSync(queuedMark)).toBe(false);
  });

  it("refuses a result that isn't the declared one", async () => {
    const task = { module, input: { bytes: Buffer.from("x"), how: "echo" }, result: z.number(), maxSeconds: 60 };
    await expect(work(task)).rejects.toThrow(z.core.$ZodError);
  });

  it("ends with the library's process, even while a file hangs it", async () => {
    const mark = newMark();
    const library = startChild("server/test/children/hanging-work.ts", { MARK: mark });
    const [, pid] = /worker (\d+)/.exec(await library.line(/^worker/)) ?? [];
    await begun(mark);
    library.kill("SIGKILL");
    await library.exited;
    await expect.poll(() => isAlive(Number(pid)), { timeout: 30_000 }).toBe(false);
  });
});

describe("the PDF drawer", { timeout: 120_000 }, () => {
  // less than the limit of its heap, so that its watch ends it
  const [reader, drawer] = [aWorker(fileReader), aWorker(pdfDrawer, { memory: 250e6 })];

  it("draws while a file hangs the reader", async () => {
    const mark = newMark();
    const hung = reader.refusal({ how: "hang", mark, maxSeconds: 60 });
    await begun(mark);
    expect(await Promise.race([drawer.run("label"), hung])).toBe("label");
    process.kill(reader.pids.at(-1) ?? 0, "SIGKILL");
    await hung;
  });

  it("draws while another drawing hangs", async () => {
    const mark = newMark();
    const hung = drawer.refusal({ how: "hang", mark });
    await begun(mark);
    const [first] = drawer.pids.slice(-1);
    expect(await Promise.race([drawer.run("label"), hung])).toBe("label");
    process.kill(first ?? 0, "SIGKILL");
    await hung;
    expect(await drawer.run("next")).toBe("next");
  });

  it.each([
    ["hangs", { how: "hang", maxSeconds: 1 }, ownMessages.pdfTakesTooLong],
    ["needs too much memory", { how: "fill" }, ownMessages.pdfTakesTooMuch],
    ["crashes", { how: "crash" }, ownMessages.pdfFailed],
  ])("says so when a drawing %s, doesn't disturb the reader, and draws the next one", async (_, options, message) => {
    await reader.run("before");
    const readers = reader.pids.length;
    const [refusal, file] = await Promise.all([drawer.refusal(options), reader.run("during")]);
    expect(refusal).toMatchObject({ reason: { kind: "invalid" }, message });
    expect(file).toBe("during");
    expect(reader.pids).toHaveLength(readers);
    expect(await drawer.run("label")).toBe("label");
  });
});
