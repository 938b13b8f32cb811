import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { killChildren, startChild } from "./test/child-process.ts";
import { remainingProcesses } from "./test/kill-rounds.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "library-start-"));
afterEach(killChildren);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const start = (env: Record<string, string> = {}) =>
  startChild("server/main.ts", { DATA_DIR: folder, PORT: "0", SEED: "none", ...env });

describe("the library process", () => {
  it("exits with one line that names a wrong setting", async () => {
    const child = start({ PORT: "many" });
    expect(await child.exited).toBe(1);
    expect(child.errors()).toBe('PORT must be a whole number from 0 to 65535, not "many".\n');
  });

  it("starts without settings, answers, and exits on SIGTERM with code 0 and no process left", async () => {
    const child = start();
    const address = (await child.line(/^The lending library is at /)).replace("The lending library is at ", "");
    const answer = await fetch(`${address}/health/ready`);
    expect(answer.status).toBe(200);
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
    expect(await remainingProcesses(folder)).toEqual([]);
  });
});
