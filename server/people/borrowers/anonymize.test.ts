import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { Caller } from "#contract/orders/callers.ts";
import type { BorrowerPage } from "#contract/people/borrowers.ts";
import { dayOf } from "#server/platform/clock.ts";
import { circulationFixture, type Person } from "#server/test/circulation-fixture.ts";
import { rowsOfAll } from "#server/test/dump.ts";
import { answerResets, mailsTo } from "#server/test/mails.ts";
import { anonymizeOldLoans } from "./anonymize.ts";

const fixture = await circulationFixture({ poolSize: 20 });
const { db, call } = fixture;
const manager = await fixture.newAdmin("manager");
const kit = await fixture.newTitle("Kit", 500);

/** Adds a borrower with a unique name. */
const reader = (name: string) =>
  fixture.newBorrower(name, {
    name: `${name} Uniquename`,
    email_address: `${name}@school.example`,
    street: `1 ${name} Street`,
  });
const setStatus = (orderId: number, statusId: number, more: object = {}) =>
  call(manager, "POST Order/UpdateOrder/", {
    orderId,
    statusId,
    trackingNumber: "",
    shipDate: null,
    returnDate: null,
    ...more,
  });
/** Adds a photo with a report, and one without. */
async function addPhotos(orderId: number, { borrowerId }: Person) {
  const { report_id } = await db
    .selectFrom("problem_reports")
    .select("report_id")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  const photo = { order_id: orderId, borrower_id: borrowerId ?? 0, added_at: fixture.clock.now() };
  const content = { large: Buffer.from("photo"), small: Buffer.from("photo") };
  const photos = [
    { ...photo, ...content, report_id },
    { ...photo, ...content },
  ];
  await db.insertInto("borrower_photos").values(photos).execute();
}
const countPhotos = async () => (await db.selectFrom("borrower_photos").select("order_id").execute()).length;
async function lendAndReturn(person: Person) {
  const orderId = await fixture.order(person, [[kit, 1]]);
  await call(manager, `POST Order/CheckOutAll/${orderId}`);
  await setStatus(orderId, 3, { orderNote: "A note of one.reader" });
  const sentOn = dayOf(fixture.clock.now(), fixture.configuration.timeZone);
  await call(person, `POST Order/SentBack/${orderId}`, { sentOn, trackingNumber: "1Z of one.reader" });
  await call(person, `POST Order/ReportProblem/${orderId}`, { words: "Torn, says one.reader" });
  await addPhotos(orderId, person);
  await setStatus(orderId, 4);
  return orderId;
}
const anonymize = ({ borrowerId }: Person) =>
  call<{ orders: number }>(manager, `POST Borrowers/Anonymize/${borrowerId}`);

const dumpDatabase = async () => (await rowsOfAll(db)).join("\n").toLowerCase();

describe("an anonymized borrower", () => {
  it("is nowhere in the database anymore, while their orders keep the school, titles, and dates", async () => {
    const one = await reader("one.reader");
    const orderId = await lendAndReturn(one);
    await call(manager, `POST Borrowers/AddNote/${one.borrowerId}`, { note: "About one.reader" });
    await call(manager, `POST Borrowers/Block/${one.borrowerId}`, { reason: "one.reader is late" });
    await call(one, `POST Cart/AddItemToCart/${kit.itemId}/1/false`);
    await call(manager, `POST Borrowers/SendReset/${one.borrowerId}`);
    const before = await dumpDatabase();
    expect(before).toContain("one.reader uniquename");
    expect((await anonymize(one)).data).toEqual({ orders: 1 });
    const after = await dumpDatabase();
    for (const trace of ["one.reader", "uniquename"]) expect(after).not.toContain(trace);
    expect(await countPhotos()).toBe(0);
    const order = await call(manager, `GET Order/Get/${orderId}`);
    expect(order.data).toMatchObject({
      statusName: "Returned",
      borrower: {
        borrowerName: "Anonymized borrower",
        schoolName: "Oak Grove Elementary",
        schoolDistrict: "Valley Unified",
      },
      pastAssignments: [{ reason: "returned" }],
    });
    expect((await call(manager, `GET Borrowers/Get/${one.borrowerId}`)).status).toBe(404);
    expect((await call<{ orderId: number }[]>(manager, "GET Desk/SearchOrders?searchString=grove")).data).toHaveLength(
      1,
    );
    expect(String((await call(manager, "GET Desk/OrdersCsv")).bare)).toContain("Anonymized borrower");
  });

  it("must have no open order or claim", async () => {
    const two = await reader("two.reader");
    const orderId = await fixture.order(two, [[kit, 1]]);
    expect(await anonymize(two)).toMatchObject({
      isSuccess: false,
      message: expect.stringContaining("1 open order"),
    });
    await call(manager, `POST Order/CheckOutAll/${orderId}`);
    const { data } = await setStatus(orderId, 3);
    expect(await anonymize(two)).toMatchObject({ message: expect.stringContaining("1 copy on loan") });
    const loan = data.orderItems[0]?.orderInventoryItems[0]?.orderInventoryItemId;
    const opened = await call<{ claimId: number }>(manager, "POST Claims/Open", {
      orderInventoryItemId: loan,
      kind: "lost",
    });
    expect(await anonymize(two)).toMatchObject({
      isSuccess: false,
      message: expect.stringContaining("1 open claim"),
    });
    await call(manager, `POST Claims/Settle/${opened.data.claimId}`, { outcome: "waived", note: "two.reader called" });
    expect((await anonymize(two)).isSuccess).toBe(true);
    expect(await dumpDatabase()).not.toContain("two.reader");
    // a closed order stays closed, because it has no borrower
    expect(await setStatus(orderId, 3)).toMatchObject({ isSuccess: false, reason: { kind: "borrower-anonymized" } });
  });
});

it("anonymized loans keep what statistics count: school, district, county, grades, and dates", async () => {
  await sql`insert into districts (district_code, district, county) values ('1062166', 'Valley Unified', 'Fresno')`.execute(
    db,
  );
  await sql`
    insert into schools (cds_code, district_code, school, district, city, state, zip, is_open)
    values ('10621660000001', '1062166', 'Oak Grove Elementary', 'Valley Unified', 'Fresno', 'CA', '93701', true)`.execute(
    db,
  );
  const statisticsOf = async (orderId: number) => {
    const { rows } = await sql<Record<string, unknown>>`
      select ship_to_school, ship_to_district, county, grade_mask, quantity, loan, ordered_at, ship_date, return_date, assigned_at,
        released_at
      from orders join order_lines using (order_id) join items using (item_id) join assignments using (order_line_id)
      join schools on school_id = school_of(ship_to_school, ship_to_district)
      join districts on districts.district_code = schools.district_code
      where orders.order_id = ${orderId}`.execute(db);
    return rows;
  };
  const [leaving, staying] = [await reader("counted.gone"), await reader("counted.old")];
  const [leavingOrder, stayingOrder] = [await lendAndReturn(leaving), await lendAndReturn(staying)];
  const before = [await statisticsOf(leavingOrder), await statisticsOf(stayingOrder)];
  expect(before[0]).toMatchObject([
    { ship_to_school: "Oak Grove Elementary", county: "Fresno", grade_mask: expect.any(Number), loan: "returned" },
  ]);
  expect((await anonymize(leaving)).isSuccess).toBe(true);
  const clock = { now: () => new Date(fixture.clock.now().getTime() + 740 * 86_400_000) };
  await anonymizeOldLoans({ db, clock, configuration: { anonymizeLoansMonths: 24 } });
  const people = db.selectFrom("orders").select("borrower_id").where("order_id", "in", [leavingOrder, stayingOrder]);
  expect(await people.execute()).toEqual([{ borrower_id: null }, { borrower_id: null }]);
  expect([await statisticsOf(leavingOrder), await statisticsOf(stayingOrder)]).toEqual(before);
});

it("anonymizing a borrower deletes their photos of an order that a colleague has now", async () => {
  const [one, other] = [await reader("photo.one"), await reader("photo.other")];
  const orderId = await lendAndReturn(one);
  await db.updateTable("orders").set({ borrower_id: other.borrowerId }).where("order_id", "=", orderId).execute();
  expect(await countPhotos()).toBe(2);
  expect((await anonymize(one)).isSuccess).toBe(true);
  expect(await countPhotos()).toBe(0);
});

it("an email for new passwords of several accounts is deleted with the last of them", async () => {
  const mailbox = { email_address: "several@school.example" };
  const [first, last] = [
    await fixture.newBorrower("several.first", mailbox),
    await fixture.newBorrower("several.last", mailbox),
  ];
  await call(null, `POST Account/RequestResetPassword/${mailbox.email_address}`);
  await answerResets(fixture);
  const countMails = async () => (await mailsTo(fixture, mailbox.email_address)).length;
  expect(await countMails()).toBe(1);
  expect((await anonymize(first)).isSuccess).toBe(true);
  expect(await countMails()).toBe(1);
  expect(await dumpDatabase()).not.toContain("several.first");
  expect((await anonymize(last)).isSuccess).toBe(true);
  expect(await dumpDatabase()).not.toContain("several");
});

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
const searchOrders = async (words: string) =>
  (await call<{ orderId: number }[]>(manager, `GET Desk/SearchOrders?searchString=${words}`)).data.map(
    ({ orderId }) => orderId,
  );
let presses = 0;
async function lend({ borrowerId }: Person, orderNote = "") {
  const key = `press-0000000000-${(presses += 1)}`;
  const lines = [{ inventoryId: kit.itemId, quantity: 1 }];
  const answer = await call(manager, "POST Order/PlaceForCaller", { borrowerId, key, lines });
  expect(answer).toMatchObject({ isSuccess: true });
  const { id: orderId } = answer;
  await call(manager, `POST Order/CheckOutAll/${orderId}`);
  const returnDate = new Date(fixture.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  const update = { orderId, statusId: 3, trackingNumber: "1Zgilda", returnDate, orderNote };
  expect(await call(manager, "POST Order/UpdateOrder/", update)).toMatchObject({ isSuccess: true });
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
    fixture.clock.move(60_000);
    const later = { orderId: otherOrder, statusId: 3, returnDate: "2026-04-01", orderNote: "Ask for the box" };
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
      orderNote: "Ask for the box",
      borrower: { borrowerName: "Tessa Taker", schoolName: "Oak Grove Elementary", address: { city: "Fresno" } },
    });
    const entries = await sql<{ fields: string[] }>`
      select array(select change ->> 'field' from jsonb_array_elements(changes) as change) as fields from activity_log
      where kind = 'order' and subject_id = ${otherOrder} and call = 'POST Order/UpdateOrder/' order by entry_id`.execute(
      db,
    );
    // entries from after the transfer keep all of their fields
    expect(entries.rows.map(({ fields }) => fields.includes("Note"))).toEqual([false, true]);
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
    const person = await register("Rena Maiden", "rena@school.example");
    const giver = await register("Gil Giver", "gil@school.example");
    await lend(giver);
    await call(manager, `POST Borrowers/TransferLoans/${giver.borrowerId}`, { toBorrowerId: person.borrowerId });
    const own = await call<{ orders: number }>(manager, `GET Borrowers/Get/${person.borrowerId}`);
    expect(own.data.orders).toBe(1);
    const { order_id: orderId } = await db
      .selectFrom("orders")
      .select("order_id")
      .where("borrower_id", "=", person.borrowerId)
      .executeTakeFirstOrThrow();
    await db.updateTable("borrowers").set({ name: "Rena Wed" }).where("user_id", "=", person.userId).execute();
    await call(manager, "POST Order/UpdateOrder/", { orderId, statusId: 4 });
    expect((await anonymize(person)).isSuccess).toBe(true);
    expect((await dumpDatabase()).match(/.{0,200}(rena maiden|rena wed|rena@).{0,60}/g)).toBeNull();
    const entry = await db
      .selectFrom("activity_log")
      .select(["subject_label", "changes"])
      .where("call", "=", "POST Borrowers/TransferLoans/{id}")
      .where("subject_id", "=", giver.borrowerId)
      .executeTakeFirstOrThrow();
    expect(entry.subject_label).toBe("Gil Giver");
    expect(entry.changes).toContainEqual(
      expect.objectContaining({ field: "Transferred to", before: null, after: "Anonymized borrower" }),
    );
  });

  it("has no email at an earlier address, while those to another borrower with that address stay", async () => {
    const person = await register("Mara Moved", "mara.before@school.example");
    await change(person, { emailAddress: "mara.between@school.example" });
    await change(person, { emailAddress: "office@school.example" });
    const office = await register("Otto Office", "office@school.example");
    await change(person, { emailAddress: "mara.now@school.example" });
    await confirm(office);
    await lend(office);
    expect(await dumpDatabase()).toMatch(/^mails: .*mara.between@school.example/m);
    expect((await anonymize(person)).isSuccess).toBe(true);
    expect((await dumpDatabase()).match(/.{0,200}mara[ .].{0,60}/g)).toBeNull();
    const remaining = await db
      .selectFrom("mails")
      .select("borrower_id")
      .where("to_address", "=", "office@school.example")
      .execute();
    expect(new Set(remaining.map(({ borrower_id }) => borrower_id))).toEqual(new Set([office.borrowerId]));
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
  const person = await register("Cara Caller", "cara@school.example");
  const entry = await db
    .selectFrom("activity_log")
    .select(["subject_id", "kind"])
    .where("subject_label", "=", "Cara Caller")
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({ subject_id: person.borrowerId, kind: "borrowers" });
});

describe("past loans", () => {
  it("are anonymized after the set time, unless they are still open", async () => {
    const three = await reader("three.reader");
    const [endedOrder, openOrder] = [await lendAndReturn(three), await fixture.order(three, [[kit, 1]])];
    const parts = { db, clock: fixture.clock, configuration: { anonymizeLoansMonths: 24 } };
    const borrowerOf = async (orderId: number) =>
      (await db.selectFrom("orders").select("borrower_id").where("order_id", "=", orderId).executeTakeFirstOrThrow())
        .borrower_id;
    await anonymizeOldLoans(parts);
    expect(await borrowerOf(endedOrder)).toBe(three.borrowerId);
    fixture.clock.move(740 * 86_400_000);
    await anonymizeOldLoans({ ...parts, configuration: { anonymizeLoansMonths: 0 } });
    expect(await borrowerOf(endedOrder)).toBe(three.borrowerId);
    expect(await countPhotos()).toBe(2);
    await anonymizeOldLoans(parts);
    await anonymizeOldLoans(parts);
    expect(await countPhotos()).toBe(0);
    expect([await borrowerOf(endedOrder), await borrowerOf(openOrder)]).toEqual([null, three.borrowerId]);
    expect((await call<BorrowerPage>(manager, `GET Borrowers/Get/${three.borrowerId}`)).data.orders).toBe(1);
  });
});
