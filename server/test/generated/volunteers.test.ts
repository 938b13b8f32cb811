import { type OrderWork, orderWorks, workRoles } from "#contract/desk/search.ts";
import { sql } from "kysely";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { hasAccess } from "#server/http/caller.ts";
import { callParts, type Endpoint } from "#contract/wire/endpoint.ts";
import { circulationFixture, type Person } from "../circulation-fixture.ts";
import { wordsOf } from "../decode-codes.ts";
import { addressOf, parametersOf, servedCalls } from "./calls.ts";

const folder = mkdtempSync(path.join(tmpdir(), "library-volunteers-"));
afterAll(() => rmSync(folder, { recursive: true }));
const fixture = await circulationFixture();
const { db, call } = fixture;
const [clerk, volunteer] = [await fixture.newAdmin("clerk", "clerk"), await fixture.newAdmin("helper", "volunteer")];
const title = await fixture.newTitle("Food Is Fun", 6);
const awaited = await fixture.newTitle("Not Yet Back", 0);

const marks = ["fresh", "packed", "shipped", "past", "gone", "waits"];

/** Creates a borrower with unique fields. */
const person = (mark: string) =>
  fixture.newBorrower(`${mark}.user`, {
    name: `${mark}name Reader`,
    school_name: `${mark}school Elementary`,
    school_district: `${mark}district Unified`,
    street: `7 ${mark}street`,
    email_address: `${mark}mail@example.org`,
    phone_number: `(555) 123-450${marks.indexOf(mark)}`,
  });

async function ship(borrower: Person) {
  const orderId = await fixture.order(borrower, [[title, 1]]);
  await call(clerk, `POST Order/CheckOutAll/${orderId}`);
  await call(clerk, "POST Order/UpdateOrder/", {
    orderId,
    statusId: 3,
    shipDate: "2026-03-02",
    returnDate: "2026-04-01",
    trackingNumber: `TRACK${orderId}`,
  });
  return orderId;
}

const people = {
  fresh: await person("fresh"),
  packed: await person("packed"),
  shipped: await person("shipped"),
  past: await person("past"),
  gone: await person("gone"),
  waits: await person("waits"),
};
const orders = {
  fresh: await fixture.order(people.fresh, [[title, 1]]),
  packed: await fixture.order(people.packed, [[title, 1]]),
  shipped: await ship(people.shipped),
  past: await ship(people.past),
  gone: await fixture.order(people.gone, [[title, 1]]),
};
await call(clerk, `POST Order/CheckOutAll/${orders.packed}`);
await db
  .insertInto("waitlist_entries")
  .values({ item_id: awaited.itemId, borrower_id: people.waits.borrowerId ?? 0 })
  .execute();
const { data: pastOrder } = await call<{
  orderItems: { orderInventoryItems: { inventoryItem: { inventoryItemId: number } }[] }[];
}>(clerk, `GET Order/Get/${orders.past}`);
const pastCopy = pastOrder.orderItems[0]?.orderInventoryItems[0]?.inventoryItem.inventoryItemId;
await call(clerk, "POST Returns/CheckIn", { inventoryItemId: pastCopy });
await call(clerk, `POST Order/Cancel/${orders.gone}`, { reason: "Not needed" });
await sql`update assignments set released_at = released_at - interval '3 days' where released_at is not null`.execute(
  db,
);

const texts = Object.keys(people).flatMap((mark) => [
  `${mark}name`,
  `${mark}mail`,
  `${mark}mail@example.org`,
  `${mark}school`,
]);
const queries: Record<string, string[]> = {
  "GET Desk/Resolve": [...texts, "1234503", "5551234503", String(orders.past), `TRACK${orders.past}`].map(
    (text) => `?text=${encodeURIComponent(text)}`,
  ),
  "GET Desk/SearchOrders": [
    "",
    "?searchString=Reader",
    ...texts.map((text) => `?searchString=${encodeURIComponent(text)}`),
    ...Object.keys(people).map((mark) => `?school=${mark}school`),
    `?searchString=${orders.past}`,
    "?statusId=4",
  ],
  "GET Order/GetOrders": ["", "?statusId=4", "?page=1&pageSize=50"],
  "GET Order/GetToPack": ["", `?ids=${Object.values(orders).join(",")}`],
  "GET Order/GetPackageDays": [`?ids=${Object.values(orders).join(",")}`],
  "GET Order/PackingPapers": [`?ids=${Object.values(orders).join(",")}`],
};

/** Returns the URLs of a GET with every id in this small library. */
function addressesOf(endpoint: Endpoint): string[] {
  const ids = parametersOf(endpoint).length === 0 ? [1] : Array.from({ length: 12 }, (_, at) => at + 1);
  const paths = ids.map((id) =>
    addressOf(
      endpoint,
      Object.fromEntries(parametersOf(endpoint).map((name) => [name, name === "size" ? "small" : String(id)])),
    ),
  );
  return paths.flatMap((path) => (queries[endpoint.call] ?? [""]).map((query) => path + query));
}

const token = await fixture.tokenOf(volunteer.userId);

async function bodyOf(url: string): Promise<string> {
  const answer = await fixture.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  return String(answer.headers["content-type"]).includes("pdf") ? wordsOf(answer.rawPayload, folder) : answer.body;
}

const gets = servedCalls.filter(
  (endpoint) =>
    endpoint.access !== "anyone" &&
    hasAccess(endpoint.access, "volunteer") &&
    callParts(endpoint.call).method === "GET",
);

describe("a volunteer", () => {
  it.each(gets.map((endpoint) => [endpoint.call, endpoint] as const))(
    "never gets phone numbers, email addresses, or past or waiting borrowers: %s",
    async (_name, endpoint) => {
      for (const address of addressesOf(endpoint)) {
        const body = await bodyOf(address);
        expect(
          body.match(/\w*mail@example|123-450\d|(?:past|gone|waits)(?:name|school|district|street)/g),
          address,
        ).toBeNull();
      }
    },
  );

  it("sees only the numbers of the work that volunteers do", async () => {
    const { data } = await call<{ orders: { work: OrderWork }[] }>(volunteer, "GET Desk/GetWork");
    const mine = orderWorks.filter((work) => hasAccess(workRoles[work], "volunteer"));
    expect(data.orders.map(({ work }) => work)).toEqual(mine);
    expect(mine).not.toContain("to-ship");
    const all = await call<{ orders: { work: OrderWork }[] }>(clerk, "GET Desk/GetWork");
    expect(all.data.orders.map(({ work }) => work)).toEqual(orderWorks);
  });

  it("sees the name, school, and address of orders to pack, ship, and check in", async () => {
    for (const mark of ["fresh", "packed", "shipped"] as const) {
      const body = await bodyOf(`/api/Order/Get/${orders[mark]}`);
      for (const part of ["name", "school", "street"]) expect(body, mark).toContain(mark + part);
      const { data } = await call<{ orderId: number }[]>(volunteer, `GET Desk/SearchOrders?searchString=${mark}name`);
      expect(data.map(({ orderId }) => orderId)).toEqual([orders[mark]]);
    }
    const papers = await bodyOf(`/api/Order/PackingPapers?ids=${orders.packed}`);
    expect(papers).toContain("7 packedstreet");
  });

  it("learns nothing from search results, either", async () => {
    for (const text of ["freshmail", "packedmail%40example.org", "pastname", "gonename", "pastmail"])
      expect(await call(volunteer, `GET Desk/SearchOrders?searchString=${text}`), text).toMatchObject({
        total: 0,
        data: [],
      });
    expect(await call(volunteer, "GET Desk/SearchOrders?school=pastschool")).toMatchObject({ total: 0 });
    for (const text of ["5551234500", "freshmail", "pastname"])
      expect(
        (await call<{ orders: object[]; people: object[] }>(volunteer, `GET Desk/Resolve?text=${text}`)).data,
        text,
      ).toMatchObject({ orders: [], people: [] });
    expect((await call<{ total: number }>(clerk, "GET Desk/SearchOrders?searchString=pastname")).total).toBe(1);
  });
});
