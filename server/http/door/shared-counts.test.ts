import { expect, it } from "vitest";
import { testApp } from "#server/test/app.ts";

const { app, another, db } = await testApp({ settings: { RATE_LIMIT_SCALE: "0.05" } }); // sixty a minute
const other = await another();

const ask = async (instance: typeof app, remoteAddress: string) =>
  (await instance.inject({ url: "/api/Code/GetEveryCategory", remoteAddress })).statusCode;

/** How many of so many requests were answered, and not refused for being too many. */
async function answered(instance: typeof app, remoteAddress: string, requests: number) {
  let count = 0;
  for (let number = 0; number < requests; number += 1) if ((await ask(instance, remoteAddress)) !== 429) count += 1;
  return count;
}

const patiently = { timeout: 30_000, interval: 200 };
const shared = (address: string) =>
  db.selectFrom("rate_limits").select("points").where("key", "like", `requests%${address}`);

it("counts the requests of an address at all instances together", async () => {
  expect(await answered(app, "203.0.113.7", 40)).toBe(40);
  await expect.poll(() => shared("203.0.113.7").execute(), patiently).toEqual([{ points: 40 }]);
  expect(await answered(other, "203.0.113.7", 10)).toBe(10);
  await expect.poll(() => shared("203.0.113.7").execute(), patiently).toEqual([{ points: 50 }]);
  expect(await answered(other, "203.0.113.7", 15)).toBe(10); // 60 in all
  await expect.poll(() => shared("203.0.113.7").execute(), patiently).toEqual([{ points: 65 }]);
  // the first has more to say before it hears of those
  await ask(app, "203.0.113.7");
  await expect.poll(() => shared("203.0.113.7").execute(), patiently).toEqual([{ points: 66 }]);
  expect(await ask(app, "203.0.113.7")).toBe(429);
  expect(await ask(other, "203.0.113.8")).toBe(200);
});

it("does not trouble the database for those who ask little", async () => {
  expect(await answered(app, "203.0.113.9", 2)).toBe(2);
  expect(await answered(app, "203.0.113.10", 5)).toBe(5);
  await expect.poll(() => shared("203.0.113.10").execute(), patiently).toEqual([{ points: 5 }]);
  expect(await shared("203.0.113.9").execute()).toEqual([]);
});

it("counts long lists apart from pages", async () => {
  const get = async (url: string) => (await app.inject({ url, remoteAddress: "203.0.113.12" })).statusCode;
  for (let page = 0; page < 12; page += 1) await get("/user/home");
  expect(await get("/sitemap/pages-1.xml")).toBe(200);
  const points = async () => (await shared("203.0.113.12").orderBy("points").execute()).map((row) => row.points);
  await expect.poll(points, patiently).toEqual([1, 12]);
});

it("begins a new minute for all", async () => {
  expect(await answered(app, "203.0.113.11", 30)).toBe(30);
  await expect.poll(() => shared("203.0.113.11").execute(), patiently).toEqual([{ points: 30 }]);
  await db.updateTable("rate_limits").set({ expire: 1 }).where("key", "like", "requests%203.0.113.11").execute();
  expect(await answered(other, "203.0.113.11", 30)).toBe(30);
  await expect.poll(() => shared("203.0.113.11").execute(), patiently).toEqual([{ points: 30 }]);
});
