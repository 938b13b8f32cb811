import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { Caller } from "#contract/orders/callers.ts";
import { circulationFixture, type Person } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const { db, call } = fixture;
const manager = await fixture.newAdmin("manager");
const kit = await fixture.newTitle("Kit", 500);

/** Returns every row of every table as lowercase text. */
async function dumpDatabase(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    db,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(t::text, '\n'), '') as text from ${sql.table(name)} as t`.execute(db);
    texts.push(`${name}: ${rows[0]?.text}`);
  }
  return texts.join("\n").toLowerCase();
}

/** Registers a caller, whose user name is the part of the address before the @. */
async function register(borrowerName: string, emailAddress: string, more: object = {}): Promise<Person> {
  const { data } = await call<Caller>(manager, "POST Account/RegisterCaller", {
    borrowerName,
    emailAddress,
    phoneNumber: "(555) 010-2030",
    schoolName: "Oak Grove Elementary",
    schoolDistrict: "Valley Unified",
    address: { street: "1 Main Street", city: "Fresno", state: "CA", zip: "93701" },
    ...more,
  });
  const { user_id: userId } = await db
    .selectFrom("borrowers")
    .select("user_id")
    .where("borrower_id", "=", data.borrowerId)
    .executeTakeFirstOrThrow();
  return { userId, borrowerId: data.borrowerId };
}
async function change({ borrowerId }: Person, fields: object) {
  const { data } = await call<object>(manager, `GET Borrowers/Get/${borrowerId}`);
  return call(manager, `POST Borrowers/Change/${borrowerId}`, { ...data, ...fields });
}
const confirm = ({ userId }: Person) =>
  db
    .updateTable("borrowers")
    .set({ mailbox_confirmed_at: fixture.clock.now() })
    .where("user_id", "=", userId)
    .execute();
const anonymize = ({ borrowerId }: Person) =>
  call<{ orders: number }>(manager, `POST Borrowers/Anonymize/${borrowerId}`);
const searchOrders = async (words: string) =>
  (await call<{ orderId: number }[]>(manager, `GET Desk/SearchOrders?searchString=${words}`)).data.map(
    ({ orderId }) => orderId,
  );
let presses = 0;
async function lend({ borrowerId }: Person, orderNote = "") {
  const key = `press-0000000000-${(presses += 1)}`;
  const lines = [{ inventoryId: kit.itemId, quantity: 1 }];
  const placed = await call(manager, "POST Order/PlaceForCaller", { borrowerId, key, lines });
  expect(placed).toMatchObject({ isSuccess: true });
  const { id: orderId } = placed;
  await call(manager, `POST Order/CheckOutAll/${orderId}`);
  const returnDate = new Date(fixture.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  const shipped = { orderId, statusId: 3, trackingNumber: "1Zgilda", returnDate, orderNote };
  expect(await call(manager, "POST Order/UpdateOrder/", shipped)).toMatchObject({ isSuccess: true });
  return orderId;
}

describe("an anonymized borrower whose loans a colleague has", () => {
  it("is gone from the orders' search words, address, and notes, the emails, and the activity log", async () => {
    const giver = await register("Gilda Gone", "gilda.gone@school.example", {
      address: { street: "7 Gilda Road", city: "Gildaville", state: "CA", zip: "93701" },
    });
    const taker = await register("Tessa Taker", "tessa.taker@school.example");
    await Promise.all([giver, taker].map(confirm));
    const orderId = await lend(giver, "Gilda Gone called about it");
    const otherOrder = await lend(giver, "Box with a dent");
    fixture.clock.move(3 * 86_400_000);
    await call(giver, `POST Order/ReportProblem/${orderId}`, { words: "Torn, says Gilda" });
    await call(manager, "POST Reminders/Send", { orderIds: [orderId] });
    await call(manager, `POST Borrowers/TransferLoans/${giver.borrowerId}`, { toBorrowerId: taker.borrowerId });
    const later = { orderId: otherOrder, statusId: 3, returnDate: "2026-04-01", orderNote: "Box with a dent" };
    await call(manager, "POST Order/UpdateOrder/", later);
    expect(await searchOrders("gilda")).toHaveLength(2);
    expect(await dumpDatabase()).toMatch(/gilda gone, .*ordered for/);
    expect((await anonymize(giver)).data).toEqual({ orders: 0 });
    expect((await dumpDatabase()).match(/.{0,200}gilda.{0,60}/g)).toBeNull();
    expect(await searchOrders("gilda")).toEqual([]);
    expect((await searchOrders("tessa taker grove kit")).toSorted((one, other) => one - other)).toEqual([
      orderId,
      otherOrder,
    ]);
    const order = await call(manager, `GET Order/Get/${otherOrder}`);
    expect(order.data).toMatchObject({
      statusName: "Shipped",
      orderNote: "Box with a dent",
      borrower: { borrowerName: "Tessa Taker", schoolName: "Oak Grove Elementary", address: { city: "Fresno" } },
    });
    const entries = await sql<{ fields: string[] }>`
      select array(select change ->> 'field' from jsonb_array_elements(changes) as change) as fields from activity_log
      where kind = 'order' and subject_id = ${otherOrder} and call = 'POST Order/UpdateOrder/' order by entry_id`.execute(
      db,
    );
    // entries from after the transfer keep all of their fields
    expect(entries.rows.map(({ fields }) => fields.includes("Note"))).toEqual([false, false]);
    expect(entries.rows.at(-1)?.fields).toContain("Return date");
  });

  it("leaves the later borrowers of the loans searchable by name", async () => {
    const [one, two, three] = [
      await register("Ona First", "ona@school.example"),
      await register("Tova Second", "tova@school.example"),
      await register("Thea Third", "thea@school.example"),
    ];
    const orderId = await lend(one);
    for (const [from, to] of [
      [one, two],
      [two, three],
    ] as const)
      await call(manager, `POST Borrowers/TransferLoans/${from.borrowerId}`, { toBorrowerId: to.borrowerId });
    expect((await anonymize(one)).isSuccess).toBe(true);
    expect([await searchOrders("ona"), await searchOrders("tova"), await searchOrders("thea")]).toEqual([
      [],
      [orderId],
      [orderId],
    ]);
    expect((await anonymize(two)).isSuccess).toBe(true);
    expect([await searchOrders("tova"), await searchOrders("thea")]).toEqual([[], [orderId]]);
    expect(await dumpDatabase()).not.toMatch(/ona first|tova/);
  });
});

describe("an anonymized borrower with an earlier name or address", () => {
  it("is gone from the activity log under the earlier name, in entries about others, too", async () => {
    const who = await register("Rena Maiden", "rena@school.example");
    const giver = await register("Gil Giver", "gil@school.example");
    await lend(giver);
    await call(manager, `POST Borrowers/TransferLoans/${giver.borrowerId}`, { toBorrowerId: who.borrowerId });
    const own = await call<{ orders: number }>(manager, `GET Borrowers/Get/${who.borrowerId}`);
    expect(own.data.orders).toBe(1);
    const { order_id: orderId } = await db
      .selectFrom("orders")
      .select("order_id")
      .where("borrower_id", "=", who.borrowerId)
      .executeTakeFirstOrThrow();
    await db.updateTable("borrowers").set({ name: "Rena Wed" }).where("user_id", "=", who.userId).execute();
    await call(manager, "POST Order/UpdateOrder/", { orderId, statusId: 4 });
    expect((await anonymize(who)).isSuccess).toBe(true);
    expect((await dumpDatabase()).match(/.{0,200}(rena maiden|rena wed|rena@).{0,60}/g)).toBeNull();
    const entry = await db
      .selectFrom("activity_log")
      .select(["subject_label", "changes"])
      .where("call", "=", "POST Borrowers/TransferLoans/{id}")
      .where("subject_id", "=", giver.borrowerId)
      .executeTakeFirstOrThrow();
    expect(entry.subject_label).toBe("Gil Giver");
    expect(entry.changes).toContainEqual({ field: "Transferred to", before: null, after: "Anonymized borrower" });
  });

  it("has no email at an earlier address, while those to another borrower with that address stay", async () => {
    const who = await register("Mara Moved", "mara.before@school.example");
    await change(who, { emailAddress: "mara.between@school.example" });
    await change(who, { emailAddress: "office@school.example" });
    const office = await register("Otto Office", "office@school.example");
    await change(who, { emailAddress: "mara.now@school.example" });
    await confirm(office);
    await lend(office);
    expect(await dumpDatabase()).toMatch(/mails:.*mara.before@school.example/s);
    expect((await anonymize(who)).isSuccess).toBe(true);
    expect((await dumpDatabase()).match(/.{0,200}mara[ .].{0,60}/g)).toBeNull();
    const remaining = await db
      .selectFrom("mails")
      .select("to_name")
      .where("to_address", "=", "office@school.example")
      .execute();
    expect(new Set(remaining.map(({ to_name }) => to_name))).toEqual(new Set(["Otto Office"]));
  });

  it("is gone together with merged accounts", async () => {
    const [remaining, merged] = [
      await register("Petra Kept", "petra@school.example"),
      await register("Pia Merged", "pia@school.example"),
    ];
    await change(merged, { emailAddress: "pia.later@school.example" });
    await call(manager, `POST Borrowers/Merge/${remaining.borrowerId}`, { fromBorrowerId: merged.borrowerId });
    expect(await dumpDatabase()).toContain("pia");
    expect((await anonymize(remaining)).isSuccess).toBe(true);
    expect((await dumpDatabase()).match(/.{0,200}\b(pia |pia\.|pia@|petra).{0,60}/g)).toBeNull();
  });
});

it("registering a caller adds an activity log entry about the new borrower", async () => {
  const who = await register("Cara Caller", "cara@school.example");
  const entry = await db
    .selectFrom("activity_log")
    .select(["subject_id", "kind"])
    .where("subject_label", "=", "Cara Caller")
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({ subject_id: who.borrowerId, kind: "borrowers" });
});
