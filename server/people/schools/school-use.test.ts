import { beforeAll, expect, it } from "vitest";
import * as calls from "#contract/people/schools.ts";
import { anonymizeOrders } from "#server/people/borrowers/anonymize.queries.ts";
import { cancelOrder } from "#server/orders/cancel.ts";
import { inTransaction } from "#server/platform/database.ts";
import { testApp } from "#server/test/app.ts";
import { aBorrower, anAdmin, anItem, anOrder } from "#server/test/factories.ts";
import { aSchoolDirectory, type MadeSchool } from "#server/test/schools/a-school-directory.ts";

const fixture = await testApp();
const { db } = fixture;
const clerk = await anAdmin(fixture);

const small: Record<number, MadeSchool> = {
  0: { School: "Ríos Elementary", District: "Kings River Unified" },
  1: { School: "Lincoln High", District: "Kings River Unified" },
  18: { School: "Lincoln High", District: "Far Away Unified" },
};
const kings = { county: "Made-up 1", district: "Kings River Unified" };

/** Places an order from a school at an instant, for a new borrower by default. */
async function order(school: string, district: string, quantity: number, at: string, borrowerId?: number) {
  const borrower =
    borrowerId ?? (await aBorrower(fixture, { school_name: school, school_district: district })).borrowerId;
  const { itemId } = await anItem(fixture, 5);
  return { orderId: await anOrder(fixture, borrower, [[itemId, quantity]], new Date(at)), borrowerId: borrower };
}

type Filters = { by?: calls.CountedBy; startDate?: string; endDate?: string; page?: number };
const use = async ({ startDate = "", endDate = "", ...more }: Filters) =>
  (await fixture.call(calls.getSchoolUse, { query: { startDate, endDate, ...more } }, clerk.token)).body;

beforeAll(async () => {
  const file = new File([aSchoolDirectory(40, small)], "pubschls.txt");
  const manager = await anAdmin(fixture);
  await fixture.call(calls.uploadDirectory, { upload: file }, manager.token);

  // 8 p.m. on March 31 in California, and then 1 a.m. on April 1
  const rios = await order("Rios Elem.", "Kings River USD", 2, "2026-04-01T03:00:00Z");
  await order("Ríos Elementary", "Kings River Unified", 3, "2026-04-01T08:00:00Z", rios.borrowerId);
  await order("Lincoln High", "Kings River Unified", 1, "2026-04-02T18:00:00Z");
  await order("Lincoln High", "Far Away Unified", 4, "2026-04-02T18:00:00Z");
  await order("Sunday School", "None", 5, "2026-04-02T18:00:00Z");
  const canceled = await order("Lincoln High", "Kings River Unified", 1, "2026-04-03T18:00:00Z");
  const input = { orderId: canceled.orderId, reason: "" };
  await cancelOrder(db, input, { userId: clerk.userId, at: new Date() });
  const old = await order("Lincoln High", "Kings River Unified", 2, "2026-02-01T18:00:00Z");
  await db.updateTable("orders").set({ status_id: 4 }).where("order_id", "=", old.orderId).execute();
  await inTransaction(db, (tx) => anonymizeOrders(tx, [old.orderId]));
});

it("school use counts borrowers, orders, and copies by county, most orders first, and those outside the directory", async () => {
  expect(await use({})).toMatchObject({
    total: 2,
    data: [
      { county: "Made-up 1", district: "", school: "", borrowers: 3, orders: 5, copies: 12 },
      { county: "", district: "", school: "", borrowers: 1, orders: 1, copies: 5 },
    ],
  });
});

it("school use counts by district and by school in any spelling, anonymized orders included", async () => {
  expect((await use({ by: "district" })).data).toMatchObject([
    { ...kings, school: "", borrowers: 2, orders: 4, copies: 8 },
    { county: "", orders: 1 },
    { county: "Made-up 1", district: "Far Away Unified", orders: 1, copies: 4 },
  ]);
  expect((await use({ by: "school" })).data).toMatchObject([
    { ...kings, school: "Lincoln High", borrowers: 1, orders: 2, copies: 3 },
    { ...kings, school: "Ríos Elementary", borrowers: 1, orders: 2, copies: 5 },
    { county: "", school: "", orders: 1 },
    { district: "Far Away Unified", school: "Lincoln High", orders: 1 },
  ]);
});

it("school use counts between dates in the library's time zone, and refuses reversed dates", async () => {
  const march = await use({ by: "school", endDate: "2026-03-31" });
  expect(march.data.map(({ school, copies }) => [school, copies])).toEqual([
    ["Lincoln High", 2],
    ["Ríos Elementary", 2],
  ]);
  const first = await use({ by: "school", startDate: "2026-04-01", endDate: "2026-04-01" });
  expect(first.data).toMatchObject([{ school: "Ríos Elementary", orders: 1, copies: 3 }]);
  expect(await use({ startDate: "2026-04-02", endDate: "2026-04-01" })).toMatchObject({
    isSuccess: false,
    reason: { kind: "end-before-start" },
  });
});

it("borrowers are matched to the school of their own district if several share a name", async () => {
  const schoolOf = async (district: string) => {
    const { borrowerId } = await aBorrower(fixture, { school_name: "Lincoln High", school_district: district });
    const query = db.selectFrom("borrowers").innerJoin("schools", "schools.school_id", "borrowers.school_id");
    return (await query.select("district").where("borrower_id", "=", borrowerId).executeTakeFirst())?.district;
  };
  expect(await schoolOf("Kings River Unified School District")).toBe("Kings River Unified");
  expect(await schoolOf("Far Away Unified")).toBe("Far Away Unified");
  expect(await schoolOf("Nowhere Unified")).toBeUndefined();
});

it("school use downloads as a CSV, and a page after the last is empty", async () => {
  const headers = { authorization: `Bearer ${clerk.token}` };
  const { body } = await fixture.app.inject({ url: "/api/Schools/UseCsv?by=district", headers });
  expect(body.replace("\uFEFF", "").split("\r\n")).toEqual([
    '"County","District","School","Borrowers","Orders","Copies ordered"',
    '"Made-up 1","Kings River Unified","",2,4,8',
    '"Not in the directory","","",1,1,5',
    '"Made-up 1","Far Away Unified","",1,1,4',
    "",
  ]);
  expect((await use({ page: 9 })).data).toEqual([]);
});
