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
    // a young generation of one size in every Node: a large one moves more at once than the old one has room for
    NODE_OPTIONS: "--max-old-space-size=112 --max-semi-space-size=8",
  });
  address = (await child.line(/^The lending library is at /)).replace("The lending library is at ", "");
});

afterEach(() => {
  if (child.errors() !== "") throw new Error(child.errors()); // what ended it
});

describe("a library with 5,000 titles and a heap of 112 MB", () => {
  it("gives every list to many at once, whole or not at all, and lives on", { timeout: 180_000 }, async () => {
    const answers = await askLists(address, { clerk, borrower }, everyList, 6);
    const odd = answers.filter(({ status, isWhole }) => !isWhole || (status !== 200 && status !== 503));
    expect(odd).toEqual([]);
    expect((await fetch(`${address}/health/ready`)).status).toBe(200);
  });

  it("gives every list whole to one who asks alone", { timeout: 180_000 }, async () => {
    for (const list of everyList) {
      const answers = await askLists(address, { clerk, borrower }, [list]);
      expect(answers).toMatchObject([{ status: 200, isWhole: true }]);
      expect(answers[0]?.bytes).toBeGreaterThan(titles * 20);
    }
  });

  it("is read by few at once, by staff beside visitors, and turns away who would wait behind thirty", async () => {
    const readers = Array.from({ length: 3 }, () => stalledReader());
    await Promise.all(readers.map(async (reader) => once(reader, "readable")));
    const leaving = new AbortController();
    const ask = async () => (await fetch(`${address}/api/Inventory/GetEveryInventory`, leaving)).status;
    const crowd = Array.from({ length: 31 }, ask);
    expect(await Promise.any(crowd)).toBe(503);
    const orders = await fetch(`${address}/api/Order/GetOrders`, { headers: { authorization: `Bearer ${clerk}` } });
    expect(await orders.json()).toMatchObject({ isSuccess: true });
    leaving.abort();
    for (const reader of readers) reader.destroy();
    await Promise.allSettled(crowd);
  });

  it("gives none of them, staff’s or visitors’, past those who read one", async () => {
    const readers = [clerk, clerk, clerk, "", "", ""].map((token) => stalledReader(token));
    await Promise.all(readers.map(async (reader) => once(reader, "readable")));
    const answers = await askLists(address, { clerk, borrower }, everyList); // each waits for a place and gets none
    expect(answers.filter(({ status }) => status !== 503)).toEqual([]);
    for (const reader of readers) reader.destroy();
  });

  it("gives a place back when its reader hangs up", async () => {
    const readers = Array.from({ length: 3 }, () => stalledReader());
    await Promise.all(readers.map(async (reader) => once(reader, "readable"))); // all have begun, and none goes on
    const next = fetch(`${address}/api/Inventory/GetEveryInventory`);
    readers[0]?.destroy();
    expect(await (await next).json()).toMatchObject({ data: { length: titles } });
    for (const reader of readers) reader.destroy();
  });
});

it("asks for every list that a spreadsheet is made of, but for the rows of one file, and what grows with the state’s schools only", () => {
  const csv = allCalls.filter((call) => "file" in call && call.file === "text/csv").map(({ call }) => call);
  const asked = everyList.map(({ path }) => path({ clerk: "", borrower }).replace("/api/", "GET "));
  const inIt = (call: string) => asked.some((path) => path.startsWith(call.replace(/\/\{.*/, "")));
  expect(csv.filter((call) => !inIt(call))).toEqual(["GET Schools/UseCsv", "GET Import/GetFaultyRows/{id}"]);
});

/** Asks for the whole catalog, with a token or as a visitor, and reads nothing of it. */
function stalledReader(token = ""): Socket {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.pause();
  const authorization = `authorization: Bearer ${token || "null"}`;
  socket.write(`GET /api/Inventory/GetEveryInventory HTTP/1.1\r\nhost: x\r\n${authorization}\r\n\r\n`);
  return socket;
}
