import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import type { OrderSummary } from "#contract/orders/orders.ts";
import { circulationFixture } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture(); // on Monday, March 2, 2026, in Los Angeles
const [teacher, clerk] = [await fixture.newBorrower("leaves.teacher"), await fixture.newAdmin("clerk")];
const title = await fixture.newTitle("Leaves", 50);

const orderFor = async (days: string) => (await fixture.reserve(teacher, [[title, 1]], days)).id;
const orderAt = (at: string) => fixture.order(teacher, [[title, 1]], new Date(at));

it("orders sort by ship date, or by the day they were placed if they have no dates, and shipped orders come last", async () => {
  const june = await orderFor("teachFrom=2026-06-01&teachTo=2026-06-05"); // ships five business days before, on May 25
  const march = await orderFor("teachFrom=2026-03-16&teachTo=2026-03-20"); // ships on March 9
  const tenth = await orderFor("teachFrom=2026-03-17&teachTo=2026-03-20"); // ships on March 10
  const late = await orderAt("2026-03-10T06:30:00Z"); // still March 9 in Los Angeles
  const later = await orderAt("2026-03-10T07:30:00Z");
  const early = await orderAt("2026-02-20T18:00:00Z");
  const shipped = await orderFor("teachFrom=2026-03-17&teachTo=2026-03-20");
  const shippedEarlier = await orderAt("2026-01-01T18:00:00Z");
  for (const orderId of [shipped, shippedEarlier])
    await fixture.desk(clerk).save(orderId, 3, { returnDate: "2026-04-01" });

  const inOrder = [early, march, late, tenth, later, june];
  const { data, total } = await fixture.call<OrderSummary[]>(clerk, "GET Desk/SearchOrders?sort=leaves");
  expect(data.map(({ orderId }) => orderId)).toEqual([...inOrder, shipped, shippedEarlier]);
  expect(total).toBe(8);
  expect(data.map(({ days }) => days?.shipBy)).toEqual([
    undefined,
    "2026-03-09",
    undefined,
    "2026-03-10",
    undefined,
    "2026-05-25",
    "2026-03-10",
    undefined,
  ]);
  const { data: second } = await fixture.call<OrderSummary[]>(
    clerk,
    "GET Desk/SearchOrders?sort=leaves&page=2&pageSize=2",
  );
  expect(second.map(({ orderId }) => orderId)).toEqual([late, tenth]);

  const { bare } = await fixture.call(clerk, "GET Desk/OrdersCsv?statusId=1&sort=leaves");
  const rows: Record<string, string>[] = parse(String(bare), { bom: true, columns: true });
  expect(rows.map((row) => Number(row["Order"]))).toEqual(inOrder);
  expect(rows.map((row) => row["Leaves by"])).toEqual(["", "2026-03-09", "", "2026-03-10", "", "2026-05-25"]);
});
