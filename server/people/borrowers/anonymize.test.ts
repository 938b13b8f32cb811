import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { BorrowerPage } from "#contract/people/borrowers.ts";
import { dayOf } from "#server/platform/clock.ts";
import { circulationFixture, type Person } from "#server/test/circulation-fixture.ts";
import { anonymizeOldLoans } from "./anonymize.ts";

const fixture = await circulationFixture({ poolSize: 20 });
const { db, call } = fixture;
const manager = await fixture.newAdmin("manager");
const kit = await fixture.newTitle("Kit", 500);

/** Adds a borrower with a unique name. */
async function reader(name: string): Promise<Person> {
  const who = await fixture.newBorrower(name);
  const own = { name: `${name} Uniquename`, email_address: `${name}@school.example`, street: `1 ${name} Street` };
  await db.updateTable("borrowers").set(own).where("user_id", "=", who.userId).execute();
  return who;
}
const setStatus = (orderId: number, statusId: number, more: object = {}) =>
  call(manager, "POST Order/UpdateOrder/", {
    orderId,
    statusId,
    trackingNumber: "",
    shipDate: null,
    returnDate: null,
    ...more,
  });
/** Adds a photo of a report, and one of no report yet. */
async function addPhotos(orderId: number, { borrowerId }: Person) {
  const { report_id } = await db
    .selectFrom("problem_reports")
    .select("report_id")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  const photo = { order_id: orderId, borrower_id: borrowerId ?? 0, added_at: fixture.clock.now() };
  const content = { large: Buffer.from("photo"), small: Buffer.from("photo") };
  const kinds = [{ report_id }, {}];
  for (const kind of kinds)
    await db
      .insertInto("borrower_photos")
      .values({ ...photo, ...content, ...kind })
      .execute();
}
const photosLeft = async () => (await db.selectFrom("borrower_photos").select("order_id").execute()).length;
async function lendAndReturn(who: Person) {
  const orderId = await fixture.order(who, [[kit, 1]]);
  await call(manager, `POST Order/CheckOutAll/${orderId}`);
  await setStatus(orderId, 3, { orderNote: "A note of one.reader" });
  const sentOn = dayOf(fixture.clock.now(), fixture.configuration.timeZone);
  await call(who, `POST Order/SentBack/${orderId}`, { sentOn, trackingNumber: "1Z of one.reader" });
  await call(who, `POST Order/ReportProblem/${orderId}`, { words: "Torn, says one.reader" });
  await addPhotos(orderId, who);
  await setStatus(orderId, 4);
  return orderId;
}
const anonymize = ({ borrowerId }: Person) =>
  call<{ orders: number }>(manager, `POST Borrowers/Anonymize/${borrowerId}`);

/** Returns every row of every table as text. */
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
  return texts.join("\n");
}

describe("an anonymized borrower", () => {
  it("is nowhere in the database anymore, while their orders keep the school, titles, and dates", async () => {
    const one = await reader("one.reader");
    const orderId = await lendAndReturn(one);
    await call(manager, `POST Borrowers/AddNote/${one.borrowerId}`, { note: "About one.reader" });
    await call(manager, `POST Borrowers/Block/${one.borrowerId}`, { reason: "one.reader is late" });
    await call(one, `POST Cart/AddItemToCart/${kit.itemId}/1/false`);
    await call(manager, `POST Borrowers/SendReset/${one.borrowerId}`);
    const before = await dumpDatabase();
    expect(before).toContain("one.reader Uniquename");
    expect((await anonymize(one)).data).toEqual({ orders: 1 });
    const after = await dumpDatabase();
    for (const trace of ["one.reader", "Uniquename"]) expect(after).not.toContain(trace);
    expect(await photosLeft()).toBe(0);
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
  const counted = async (orderId: number) => {
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
  const [ofLeaving, ofStaying] = [await lendAndReturn(leaving), await lendAndReturn(staying)];
  const before = [await counted(ofLeaving), await counted(ofStaying)];
  expect(before[0]).toMatchObject([
    { ship_to_school: "Oak Grove Elementary", county: "Fresno", grade_mask: expect.any(Number), loan: "returned" },
  ]);
  expect((await anonymize(leaving)).isSuccess).toBe(true);
  const clock = { now: () => new Date(fixture.clock.now().getTime() + 740 * 86_400_000) };
  await anonymizeOldLoans({ db, clock, configuration: { anonymizeLoansMonths: 24 } });
  const people = db.selectFrom("orders").select("borrower_id").where("order_id", "in", [ofLeaving, ofStaying]);
  expect(await people.execute()).toEqual([{ borrower_id: null }, { borrower_id: null }]);
  expect([await counted(ofLeaving), await counted(ofStaying)]).toEqual(before);
});

it("anonymizing a borrower deletes their photos of an order that a colleague has now", async () => {
  const [one, other] = [await reader("photo.one"), await reader("photo.other")];
  const orderId = await lendAndReturn(one);
  await db.updateTable("orders").set({ borrower_id: other.borrowerId }).where("order_id", "=", orderId).execute();
  expect(await photosLeft()).toBe(2);
  expect((await anonymize(one)).isSuccess).toBe(true);
  expect(await photosLeft()).toBe(0);
});

describe("past loans", () => {
  it("are anonymized after the set time, unless they are still open", async () => {
    const three = await reader("three.reader");
    const [ended, open] = [await lendAndReturn(three), await fixture.order(three, [[kit, 1]])];
    const parts = { db, clock: fixture.clock, configuration: { anonymizeLoansMonths: 24 } };
    const borrowerOf = async (orderId: number) =>
      (await db.selectFrom("orders").select("borrower_id").where("order_id", "=", orderId).executeTakeFirstOrThrow())
        .borrower_id;
    await anonymizeOldLoans(parts);
    expect(await borrowerOf(ended)).toBe(three.borrowerId);
    fixture.clock.move(740 * 86_400_000);
    await anonymizeOldLoans({ ...parts, configuration: { anonymizeLoansMonths: 0 } });
    expect(await borrowerOf(ended)).toBe(three.borrowerId);
    expect(await photosLeft()).toBe(2);
    await anonymizeOldLoans(parts);
    await anonymizeOldLoans(parts);
    expect(await photosLeft()).toBe(0);
    expect([await borrowerOf(ended), await borrowerOf(open)]).toEqual([null, three.borrowerId]);
    expect((await call<BorrowerPage>(manager, `GET Borrowers/Get/${three.borrowerId}`)).data.orders).toBe(1);
  });
});
