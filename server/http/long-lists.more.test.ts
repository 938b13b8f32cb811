import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { allCalls } from "#contract/all.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { testApp } from "#server/test/app.ts";
import { type Child, killChildren, startChild } from "#server/test/child-process.ts";
import { askLists, everyList, fillLists, urlOf } from "#server/test/attacks/every-list.ts";
import { aBorrower, anAdmin } from "#server/test/factories.ts";

const library = await testApp();
const clerk = (await anAdmin(library)).token;
const borrower = await aBorrower(library);
afterAll(killChildren);

const titles = 5000;
let address = "";
let child: Child;

beforeAll(async () => {
  await fillLists(library.db, titles, { borrower });
  child = startChild("server/main.ts", {
    DATABASE_URL: urlOf(library.connection),
    DATA_DIR: library.configuration.dataFolder,
    PORT: "0",
    SEED: "none",
    RATE_LIMIT_SCALE: "1000",
    LOG_LEVEL: "fatal",
    // the same young generation in every Node version: a large one would promote more than the old one has room for
    NODE_OPTIONS: "--max-old-space-size=112 --max-semi-space-size=8",
  });
  address = (await child.line(/^The lending library is at /)).replace("The lending library is at ", "");
});

afterEach(() => {
  if (child.errors() !== "") throw new Error(child.errors());
});

describe("a library with 5,000 titles and a heap of 112 MB", () => {
  it(
    "answers many requests for every list, completely or with 503, and keeps running",
    { timeout: 180_000 },
    async () => {
      const answers = await askLists(address, { clerk, borrower }, everyList, 6);
      const unexpected = answers.filter(({ status, isWhole }) => !isWhole || (status !== 200 && status !== 503));
      expect(unexpected).toEqual([]);
      expect((await fetch(`${address}/health/ready`)).status).toBe(200);
    },
  );

  it("answers a single request for each list completely", { timeout: 180_000 }, async () => {
    for (const list of everyList) {
      const answers = await askLists(address, { clerk, borrower }, [list]);
      expect(answers).toMatchObject([{ status: 200, isWhole: true }]);
      expect(answers[0]?.bytes).toBeGreaterThan(titles * 20);
    }
  });

  it("limits concurrent readers, separately for staff and visitors, and refuses the 31st in the queue", async () => {
    const readers = Array.from({ length: 3 }, () => stalledReader());
    await Promise.all(readers.map(async (reader) => once(reader, "readable")));
    const clients = new AbortController();
    const requestList = async () => (await fetch(`${address}/api/Inventory/GetEveryInventory`, clients)).status;
    const crowd = Array.from({ length: 31 }, requestList);
    expect(await Promise.any(crowd)).toBe(503);
    const orders = await fetch(`${address}/api/Order/GetOrders`, { headers: { authorization: `Bearer ${clerk}` } });
    expect(await orders.json()).toMatchObject({ isSuccess: true });
    clients.abort();
    for (const reader of readers) reader.destroy();
    await Promise.allSettled(crowd);
  });

  it("refuses every list, to staff and visitors, while all slots are taken", async () => {
    const readers = [clerk, clerk, clerk, "", "", ""].map((token) => stalledReader(token));
    await Promise.all(readers.map(async (reader) => once(reader, "readable")));
    const answers = await askLists(address, { clerk, borrower }, everyList); // each waits for a slot and gets none
    expect(answers.filter(({ status }) => status !== 503)).toEqual([]);
    for (const reader of readers) reader.destroy();
  });

  it("frees a slot when its reader hangs up", async () => {
    const readers = Array.from({ length: 3 }, () => stalledReader());
    await Promise.all(readers.map(async (reader) => once(reader, "readable"))); // all have started, and none continues
    const next = fetch(`${address}/api/Inventory/GetEveryInventory`);
    readers[0]?.destroy();
    expect(await (await next).json()).toMatchObject({ data: { length: titles } });
    for (const reader of readers) reader.destroy();
  });
});

it("the tested lists include every spreadsheet download except those of one import file, postage, and reports", () => {
  const csv = allCalls.filter((call) => "file" in call && call.file === "text/csv").map(({ call }) => call);
  const tested = everyList.map(({ path }) => path({ clerk: "", borrower }).replace("/api/", "GET "));
  const isTested = (call: string) => tested.some((path) => path.startsWith(call.replace(/\/\{.*/, "")));
  expect(csv.filter((call) => !isTested(call)).toSorted()).toEqual([
    "GET Import/GetFaultyRows/{id}",
    "GET Postage/Csv",
    "GET Reports/DemandCsv",
    "GET Reports/LoansCsv",
    "GET Reports/UnlentCsv",
  ]);
});

/** Requests the whole catalog, with a token or as a visitor, and reads none of it. */
function stalledReader(token = ""): Socket {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.pause();
  const authorization = `authorization: Bearer ${token || "null"}`;
  socket.write(`GET /api/Inventory/GetEveryInventory HTTP/1.1\r\nhost: x\r\n${authorization}\r\n\r\n`);
  return socket;
}
