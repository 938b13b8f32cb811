import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, expect, it } from "vitest";
import { testApp } from "../app.ts";
import { killChildren, startChild } from "../child-process.ts";
import { aBorrower, anAdmin, anItem } from "../factories.ts";
import { urlOf } from "../global-setup.ts";
import { fuzz } from "./fuzz.ts";

const fixture = await testApp();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "library-fuzz-"));
afterEach(killChildren);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

it(
  "answers thousands of requests that nobody thought of, each within the API's own document",
  { timeout: 300_000 },
  async () => {
    const admin = await anAdmin(fixture);
    const newBorrower = async () => ({ ...(await aBorrower(fixture)), userTypeId: 2 as const });
    for (let copies = 0; copies < 5; copies += 1) await anItem(fixture, copies);
    const child = startChild("server/main.ts", {
      DATABASE_URL: urlOf(fixture.connection),
      DATA_DIR: folder,
      PORT: "0",
      SEED: "none",
      RATE_LIMIT_SCALE: "1000",
    });
    const address = (await child.line(/^The lending library is at /)).replace("The lending library is at ", "");
    const logins = { newBorrower, admin: { ...admin, userTypeId: 1 as const } };
    const figures = await fuzz({ address, logins, requests: 1200, seed: 20_261_123 });
    expect(figures.wrong.join("\n")).toBe("");
    expect(figures.requests).toBe(1200);
    expect(Object.keys(figures.statuses)).toEqual(expect.arrayContaining(["200", "400", "401", "403", "404"]));
  },
);
