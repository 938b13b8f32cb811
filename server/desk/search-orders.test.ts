import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import type { OrderSummary } from "#contract/orders/orders.ts";
import { circulationFixture, type Person } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const clerk = await fixture.newAdmin("clerk");
const desk = fixture.desk(clerk);
const ids: Record<string, number> = {};
const people: Record<string, Person> = {};

beforeAll(async () => {
  const [germs, food] = [await fixture.newTitle("Fight the Gérms", 50), await fixture.newTitle("Food safety", 50)];
  await fixture.setTitle(germs, { reference_number: "B7001" });
  const readers = {
    garcia: {
      name: "María García",
      school: "Bayside Middle",
      district: "Coast Unified",
      email: "mgarcia@coast.k12.ca.us",
    },
    nguyen: {
      name: "An Nguyen",
      school: "Oak Grove Elementary",
      district: "Valley Unified",
      email: "an@valley.example",
    },
    huerta: {
      name: "Dolores Huerta",
      school: "Oak Hill High",
      district: "Coast Unified",
      email: "dolores@oak.example",
    },
  };
  for (const [key, { name, school, district, email }] of Object.entries(readers)) {
    const person = await fixture.newBorrower(key);
    people[key] = person;
    await fixture.setBorrower(person, { name, school_name: school, school_district: district, email_address: email });
    ids[`${key} germs`] = await order(person, germs, "2026-02-01T18:00:00Z");
    ids[`${key} food`] = await order(person, food, "2026-02-10T18:00:00Z");
  }
  await ship("garcia germs", { trackingNumber: "1Z 999 AA1 0123", shipDate: "2026-02-03", returnDate: "2026-03-01" });
  await ship("nguyen germs", { shipDate: "2026-02-05", returnDate: "2026-04-01" });
  await desk.save(ids["huerta germs"] ?? 0, 4, { returnDate: "2026-02-20" });
});

const order = (person: Person, title: { itemId: number; copyIds: number[] }, at: string) =>
  fixture.order(person, [[title, 1]], new Date(at));
const ship = (name: string, days: object) => desk.save(ids[name] ?? 0, 3, days);

const search = (query: Record<string, string>, person: Person | null = clerk) =>
  fixture.call<OrderSummary[]>(person, `GET Desk/SearchOrders?${String(new URLSearchParams(query))}`);
const namesOf = (orders: readonly { orderId: number }[]) =>
  orders.map(({ orderId }) => Object.keys(ids).find((name) => ids[name] === orderId));
const results = async (query: Record<string, string>) => namesOf((await search(query)).data);
const both = (key: string) => [`${key} food`, `${key} germs`];

describe("the search for orders", () => {
  it("finds the beginnings of words of a borrower, school, district, email address, or title", async () => {
    expect(await results({ searchString: "garcia" })).toEqual(both("garcia"));
    expect(await results({ searchString: "MARÍA gar" })).toEqual(both("garcia"));
    expect(await results({ searchString: "bayside" })).toEqual(both("garcia"));
    expect(await results({ searchString: "valley unif" })).toEqual(both("nguyen"));
    expect(await results({ searchString: "dolores@oak.example" })).toEqual(both("huerta"));
    expect(await results({ searchString: "coast germs" })).toEqual(["huerta germs", "garcia germs"]);
    expect(await results({ searchString: "Gérms" })).toHaveLength(3);
    expect(await results({ searchString: "arcia" })).toEqual([]);
  });

  it("finds a SKU, a tracking number with any spacing, and an order number with or without the word order", async () => {
    expect(await results({ searchString: "#b7001 nguyen" })).toEqual(["nguyen germs"]);
    for (const number of ["1Z999AA10123", "1z 999 aa1", "1Z-999-AA1-0123"])
      expect(await results({ searchString: number }), number).toEqual(["garcia germs"]);
    const number = ids["huerta food"];
    for (const text of [`${number}`, `#${number}`, `order ${number}`, `Order #${number}`])
      expect(await results({ searchString: text }), text).toContain("huerta food");
  });

  it("finds an order by the tracking number of its return", async () => {
    const input = { sentOn: "2026-03-01", trackingNumber: "9405 5036 9930 0123" };
    expect(
      await fixture.call(people["nguyen"] ?? null, `POST Order/SentBack/${ids["nguyen germs"]}`, input),
    ).toMatchObject({
      isSuccess: true,
    });
    for (const number of ["9405503699300123", "9405 5036", "9405-5036-9930-0123"])
      expect(await results({ searchString: number }), number).toEqual(["nguyen germs"]);
    expect(await results({ searchString: "9405 5037" })).toEqual([]);
  });

  it("finds orders by the SKU of a single copy", async () => {
    const orderId = ids["nguyen food"] ?? 0;
    await desk.pack(orderId, 1);
    await fixture.db
      .updateTable("copies")
      .set({ sku_number: "Own7" })
      .where("copy_id", "in", (eb) => eb.selectFrom("assignments").select("copy_id").where("order_id", "=", orderId))
      .execute();
    for (const text of ["OWN7", "#own7", "OWN7 copy 1", "own7-1"])
      expect(await results({ searchString: text }), text).toEqual(["nguyen food"]);
    for (const text of ["own", "own7 copy 2"]) expect(await results({ searchString: text }), text).toEqual([]);
  });

  it("finds orders by the school they shipped to, and by the current email address and titles", async () => {
    const mover = await fixture.newBorrower("mover");
    const title = await fixture.newTitle("Moving", 1);
    ids.moved = await order(mover, title, "2026-01-01T18:00:00Z");
    await fixture.setBorrower(mover, { school_name: "Lakeview Academy", email_address: "new.place@lakeview.example" });
    await fixture.setTitle(title, { title: "Dancing" });
    expect(await results({ searchString: "mover grove" })).toEqual(["moved"]);
    expect(await results({ school: "oak grove", searchString: "mover" })).toEqual(["moved"]);
    expect(await results({ school: "lakeview" })).toEqual([]);
    expect(await results({ school: "moving" })).toEqual([]);
    expect(await results({ searchString: "new.place@lakeview.example" })).toEqual(["moved"]);
    for (const text of ["moving", "dancing"]) expect(await results({ searchString: text }), text).toEqual(["moved"]);
  });

  it("finds an order by added titles, and not by removed ones", async () => {
    const late = await fixture.newTitle("Latecomer", 1);
    const orderId = ids["huerta food"] ?? 0;
    const line = { order_id: orderId, item_id: late.itemId, quantity: 1 };
    await fixture.db.insertInto("order_lines").values(line).execute();
    expect(await results({ searchString: "latecomer huerta" })).toEqual(["huerta food"]);
    await fixture.db.deleteFrom("order_lines").where("item_id", "=", late.itemId).execute();
    expect(await results({ searchString: "latecomer" })).toEqual([]);
    expect(await results({ searchString: "huerta food" })).toEqual(["huerta food"]);
  });

  it("finds overdue orders, and combines status, school, and dates", async () => {
    expect(await results({ work: "overdue" })).toEqual(["garcia germs"]);
    expect(await results({ statusId: "3" })).toHaveLength(2);
    expect(await results({ school: "coast", statusId: "1" })).toEqual(["huerta food", "garcia food"]);
    expect(await results({ startDate: "2026-02-01", endDate: "2026-02-01", searchString: "oak" })).toEqual([
      "huerta germs",
      "nguyen germs",
    ]);
    expect(await results({ shippedFrom: "2026-02-03", shippedTo: "2026-02-04" })).toEqual(["garcia germs"]);
    expect(await results({ dueFrom: "2026-03-01", dueTo: "2026-04-01" })).toEqual(["nguyen germs", "garcia germs"]);
    expect(await results({ statusId: "77" })).toEqual([]);
  });

  it("sorts by age or by due date, in pages with the total", async () => {
    const oldest = { searchString: "unified", sort: "oldest" };
    const inOrder = ["garcia germs", "nguyen germs", "huerta germs", "garcia food", "nguyen food", "huerta food"];
    expect((await results(oldest)).filter((name) => name !== "moved")).toEqual(inOrder);
    expect((await results({ sort: "due" })).slice(0, 3)).toEqual(["huerta germs", "garcia germs", "nguyen germs"]);
    const page = await search({ searchString: "coast", sort: "oldest", page: "2", pageSize: "3" });
    expect([namesOf(page.data), page.total]).toEqual([["huerta food"], 4]);
    expect(await search({ searchString: "coast", page: "9", pageSize: "3" })).toMatchObject({ data: [], total: 4 });
  });
});

describe("the CSV of orders", () => {
  const download = async (query: string) => {
    const { bare } = await fixture.call(clerk, `GET Desk/OrdersCsv?${query}`);
    const rows: Record<string, string>[] = parse(String(bare), { bom: true, columns: true });
    return rows;
  };

  it("has exactly the orders of the list, in the same order", async () => {
    const rows = await download("searchString=coast&sort=oldest");
    expect(rows.map((row) => Number(row["Order"]))).toEqual(
      ["garcia germs", "huerta germs", "garcia food", "huerta food"].map((name) => ids[name]),
    );
    expect(rows[0]).toEqual({
      Order: `${ids["garcia germs"]}`,
      Ordered: "2026-02-01",
      Status: "Shipped",
      Borrower: "María García",
      School: "Bayside Middle",
      District: "Coast Unified",
      "E-mail": "mgarcia@coast.k12.ca.us",
      Titles: "1 x Fight the Gérms (#B7001)",
      Items: "1",
      "Tracking number": "1Z 999 AA1 0123",
      "Leaves by": "",
      Shipped: "2026-02-03",
      Due: "2026-03-01",
      "Copies out": "0",
    });
    expect(await download("searchString=nobody")).toEqual([]);
  });
});

it("the searches for orders, borrowers, and callers find names with an apostrophe or in several words, however they are typed", async () => {
  const spellings = [
    ["Peggy O'Brien", ["obrien", "O’Brien", "o'brien", "o brien", "peggy obri"]],
    ["Ty O’Brien", ["ty obrien", "ty o'brien"]],
    ["Bo OBrien", ["bo o’brien"]],
    ["Gia D'Angelo", ["dangelo", "d'angelo", "D Angelo"]],
    ["Luz De la Cruz", ["delacruz", "de la cruz", "la cruz", "cruz luz"]],
  ] as const;
  const title = await fixture.newTitle("Spelling", 5);
  for (const [name, texts] of spellings) {
    const person = await fixture.newBorrower(name.replace(/\W/g, ""));
    await fixture.setBorrower(person, { name });
    ids[name] = await order(person, title, "2026-01-02T18:00:00Z");
    for (const text of texts) {
      expect(await results({ searchString: text }), text).toContain(name);
      const query = String(new URLSearchParams({ searchString: text, text }));
      for (const call of ["Desk/Resolve", "Borrowers/Search", "Account/FindBorrowers"])
        expect(JSON.stringify(await fixture.call(clerk, `GET ${call}?${query}`)), `${call} ${text}`).toContain(name);
    }
  }
  expect(await results({ searchString: "brienne" })).toEqual([]);
});
