import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { recountStock, stockDisagreements } from "#server/catalog/copies/stock.queries.ts";
import { inTransaction } from "#server/platform/database.ts";
import { circulationFixture, type Person, type Title } from "#server/test/circulation-fixture.ts";
import { waitingForLocks } from "#server/test/concurrency/hold-order.ts";
import { writeReminders } from "../notices/reminders.ts";
import { proposedFields } from "#server/platform/tables/columns.rules.ts";
import { writeRows } from "#server/imports/rows.queries.ts";
import { importOf } from "#server/imports/imports.queries.ts";
import { found } from "#server/refusals/http-error.ts";
import { beginCheck, type CheckedLoan, checkLoans } from "./check-loans.ts";
import { loanFieldNames } from "#contract/orders/loan-files.ts";
import { loanImports } from "./loan-imports.ts";
import type { LoanRow } from "./loan-row.rules.ts";
import { saveLoans } from "./save-loans.ts";
import { undoLoans } from "./loan-imports.ts";

const fixture = await circulationFixture();
const { db, call, clock } = fixture;
const clerk = await fixture.newAdmin("clerk");
const desk = fixture.desk(clerk);
const today = "2026-03-02";

const emptyCells = {
  label: "",
  sku: "",
  copyNumber: "",
  email: "",
  name: "",
  school: "",
  due: "3/20/2026",
  shipped: "",
  tracking: "",
};
const rowsOf = (rows: readonly Partial<LoanRow["cells"]>[]) =>
  rows.map((cells, place) => ({ row: place + 2, cells: { ...emptyCells, ...cells } }));
const newCheck = (maxCopyDays = 1_000_000) =>
  beginCheck({ today, loanDays: 30, dateOrder: "month first", maxCopyDays });
const check = (rows: readonly Partial<LoanRow["cells"]>[], { maxCopyDays = 1_000_000 } = {}) =>
  checkLoans(db, newCheck(maxCopyDays), rowsOf(rows));
const remarksOf = (rows: readonly CheckedLoan[]) =>
  rows.map(({ outcome, remarks }) => [outcome, ...remarks.map(({ message }) => message)]);

async function newImport(checked: readonly CheckedLoan[]): Promise<number> {
  const format = { encoding: "UTF-8", delimiter: "comma", headerRow: 1 };
  const file = { of: "loans", user_id: clerk.userId, file_name: "loans.csv", state: "saving", uploaded_at: clock.at };
  const settings = { fields: loanFieldNames, existing: "skip", unknown: "fault", defaults };
  const { import_id: importId } = await db
    .insertInto("imports")
    .values({ ...file, kind: "csv", format: JSON.stringify(format), settings: JSON.stringify(settings) })
    .returning("import_id")
    .executeTakeFirstOrThrow();
  const rows = checked.map(({ remarks: _remarks, ...row }) => ({ ...row, key: String(row.row), faults: [] }));
  await writeRows(db, importId, rows);
  return importId;
}
const defaults = { categoryId: 0, subjectId: 0, gradeId: 0, description: "", language: "", copies: 1 };
const layout = { names: ["Copy"], fields: ["label"] };
const actor = () => ({ userId: clerk.userId, at: clock.at });
const report = () => Promise.resolve();

async function save(importId: number) {
  const file = found(await importOf(db, importId));
  return inTransaction(db, (tx) => saveLoans({ tx, db, file, layout, actor: actor(), report }));
}
async function bringIn(rows: readonly Partial<LoanRow["cells"]>[]) {
  const checked = await check(rows);
  expect(remarksOf(checked)).toEqual(rows.map(() => ["add"]));
  const importId = await newImport(checked);
  expect(await save(importId)).toMatchObject({ added: rows.length, conflicts: [] });
  return { importId, orderIds: await ordersOf(importId) };
}
async function ordersOf(importId: number) {
  const rows = db.selectFrom("imported_records").select("order_id").where("import_id", "=", importId);
  const ids = (await rows.orderBy("row_number").execute()).flatMap(({ order_id }) => order_id ?? []);
  return [...new Set(ids)];
}
const setCopy = (copyId: number | undefined, fields: Parameters<typeof fixture.setCopy>[1]) =>
  inTransaction(db, async (tx) => {
    await fixture.setCopy(copyId, fields);
    const copy = tx
      .selectFrom("copies")
      .select("item_id")
      .where("copy_id", "=", copyId ?? 0);
    await recountStock(tx, [(await copy.executeTakeFirstOrThrow()).item_id]);
  });
const undo = (importId: number, rows = [2, 3, 4, 5]) =>
  inTransaction(db, (tx) => undoLoans(tx, { importId, actor: actor() }, rows));

let people = 0;
async function newPerson(fields: Parameters<typeof fixture.newBorrower>[1] = {}) {
  people += 1;
  const email = `teacher${people}@oakgrove.example`;
  const person = await fixture.newBorrower(`teacher${people}`, {
    name: `Teacher ${people}`,
    email_address: email,
    ...fields,
  });
  return { ...person, email: fields.email_address ?? email };
}
const labelOf = async ({ copyIds }: Title, number = 1) => {
  const copy = db
    .selectFrom("copies")
    .select("sku_number")
    .where("copy_id", "=", copyIds[0] ?? 0);
  return `${(await copy.executeTakeFirstOrThrow()).sku_number}-${number}`;
};
const dueOf = async (who: Person) =>
  (
    await db.selectFrom("mails").select("kind").where("borrower_id", "=", who.borrowerId).orderBy("mail_id").execute()
  ).map(({ kind }) => kind);

describe("the check of open loans", () => {
  it.each([
    [["B12345-2", "B12346"], "label"],
    [["1", "Copy 12", "c. 3", "#4", ""], "copyNumber"],
  ])("suggests a column “Copy” with %j as %s", (values, field) => {
    expect(proposedFields(["SKU", "Copy"], loanImports.fields, () => values)).toEqual(["sku", field]);
  });

  it("finds a copy by its label, by its SKU and copy number, or by the SKU alone if there's one copy", async () => {
    const { email } = await newPerson();
    const [kit, book] = [await fixture.newTitle("Kit", 4), await fixture.newTitle("Book", 1)];
    const sku = (await labelOf(kit)).slice(0, -2);
    const checked = await check([
      { label: `${sku}-1`, email },
      { label: `#${sku.toUpperCase()} copy 2`, email },
      { sku, copyNumber: "3", email },
      { sku: `#${sku}`, copyNumber: "Copy 4", email },
      { label: (await labelOf(book)).slice(0, -2), email },
    ]);
    expect(checked.map(({ draft }) => draft?.copyId)).toEqual([...kit.copyIds, ...book.copyIds]);
  });

  it("says which copies can't be on a loan, and why", async () => {
    const [{ email, ...ann }, other] = [await newPerson(), await newPerson()];
    const title = await fixture.newTitle("Food Is Fun", 7);
    const [, , lost, , held] = title.copyIds;
    const archived = await fixture.newTitle("Old Film", 1);
    const waiting = await fixture.newTitle("Popular", 1);
    const sku = (await labelOf(title)).slice(0, -2);
    const { orderId } = await desk.ship(other, [[title, 1]]); // copy 1
    const packedId = await fixture.order(other, [[title, 1]]);
    await call(clerk, `POST Order/CheckOutAll/${packedId}`); // copy 2
    await setCopy(lost, { is_inactive: true, inactive_reason: "lost" });
    await setCopy(held, { is_inactive: true });
    await call(clerk, `POST Inventory/Archive/${archived.itemId}`);
    await fixture.order(other, [[waiting, 1]]);
    await call(ann, `POST Waitlist/Join/${waiting.itemId}`);
    const labels = [`${sku}-1`, `${sku}-2`, `${sku}-3`, `${sku}-5`, await labelOf(archived), `${sku}-9`, sku];
    const checked = await check([
      ...labels.map((label) => ({ label, email })),
      { label: `${sku}-6`, email },
      { sku, copyNumber: "6", email },
      { sku, copyNumber: "six", email },
      { email },
    ]);
    expect(remarksOf(checked)).toEqual([
      ["fault", `#${sku} copy 1 is already on loan, in order #${orderId}.`],
      ["fault", `#${sku} copy 2 is packed for order #${packedId}.`],
      ["fault", `#${sku} copy 3 is marked as lost. Make it active first, or leave this row out.`],
      ["fault", `#${sku} copy 5 is inactive. Make it active first, or leave this row out.`],
      ["fault", "“Old Film” is archived. Unarchive it first."],
      ["fault", `There’s no copy “${sku}-9”. Import the titles and their copies first.`],
      ["fault", `More than one copy has the SKU “${sku}”. Enter the copy number, too, as in “${sku}-2”.`],
      ["add"],
      ["fault", `#${sku} copy 6 is already in row 9.`],
      ["fault", "“six” isn’t a copy number. Enter a number, such as 2."],
      ["fault", "Enter the label of the copy, or its SKU and copy number."],
    ]);
  });

  it("refuses a copy on hold for someone on the waitlist", async () => {
    const [{ email }, waiting] = [await newPerson(), await newPerson()];
    const title = await fixture.newTitle("Popular", 1);
    const { copyIds } = await desk.ship(await newPerson(), [[title, 1]]);
    await call(waiting, `POST Waitlist/Join/${title.itemId}`);
    await desk.checkIn(copyIds[0]);
    const [row] = await check([{ label: await labelOf(title), email }]);
    expect(row?.remarks[0]?.message).toContain("copy 1 is on hold for someone on the waitlist.");
  });

  it("finds a borrower by email address, or by name and school, and never guesses between two", async () => {
    const at = { school_name: "Elm Elementary School", school_district: "Valley Unified" };
    const ana = await newPerson({ name: "Ana Rivera", ...at });
    await newPerson({ name: "A Stranger", email_address: ana.email, mailbox_confirmed_at: null, ...at });
    const [bea, cam] = [
      await newPerson({ name: "Bea Lopez", email_address: "office@elm.example", ...at }),
      await newPerson({ name: "Cam Diaz", email_address: "office@elm.example", ...at }),
    ];
    for (const district of ["North", "South"])
      await newPerson({ name: "Dee Same", school_name: "Oak", school_district: district });
    const title = await fixture.newTitle("Food Is Fun", 12);
    const sku = (await labelOf(title)).slice(0, -2);
    const checked = await check(
      [
        { email: ana.email.toUpperCase() },
        { name: "ana rivera", school: "Elm Elem." },
        { name: "Rivera, Ana", school: "Elm Elementary" },
        { email: "office@elm.example", name: "Cam Diaz" },
        { email: "office@elm.example", name: "Lopez, Bea" },
        { email: "office@elm.example" },
        { email: "nobody@elm.example" },
        { name: "Ana Rivera" },
        { name: "Ana Rivera", school: "Oak" },
        { name: "Dee Same", school: "Oak" },
        { school: "Oak" },
      ].map((person, place) => ({ label: `${sku}-${place + 1}`, ...person })),
    );
    const { borrowerId } = ana;
    expect(checked.slice(0, 5).map(({ draft }) => draft?.borrowerId)).toEqual([
      borrowerId,
      borrowerId,
      borrowerId,
      cam.borrowerId,
      bea.borrowerId,
    ]);
    expect(remarksOf(checked.slice(5))).toEqual([
      ["fault", "Several borrowers have the email address “office@elm.example”. Enter the borrower’s name, too."],
      ["fault", "No borrower has the email address “nobody@elm.example”. Import the borrowers first."],
      ["fault", "Enter the borrower’s school or email address, because people can share a name."],
      ["fault", "There’s no borrower “Ana Rivera” at “Oak”. Check the spelling, or enter the email address."],
      ["fault", "There’s more than one borrower “Dee Same” at “Oak”. Enter the email address."],
      ["fault", "Enter the borrower’s email address, or their name and school."],
    ]);
  });

  it("reads dates as people write them, and refuses those that can't be right", async () => {
    const { email } = await newPerson();
    const title = await fixture.newTitle("Food Is Fun", 9);
    const sku = (await labelOf(title)).slice(0, -2);
    const checked = await check(
      [
        { due: "Mar 20, 2026", shipped: "2/25/26" },
        { due: "12/19/2025" }, // overdue
        { due: "3/31/2026" }, // would ship tomorrow
        { due: "" },
        { due: "soon" },
        { due: "3/20/2062" },
        { due: "3/20/1962" },
        { shipped: "3/3/2026" },
        { due: "2/1/2026", shipped: "2/2/2026" },
      ].map((dates, place) => ({ label: `${sku}-${place + 1}`, email, ...dates })),
    );
    expect(checked.slice(0, 3).map(({ draft }) => [draft?.shipped, draft?.due])).toEqual([
      ["2026-02-25", "2026-03-20"],
      ["2025-11-19", "2025-12-19"],
      ["2026-03-01", "2026-03-31"],
    ]);
    expect(remarksOf(checked.slice(3))).toEqual([
      ["fault", "Enter the due date."],
      ["fault", "“soon” isn’t a date. Write dates like 12/21/2026."],
      ["fault", "“3/20/2062” is more than a year away. Check the year."],
      ["fault", "“3/20/1962” is more than ten years ago. Check the year."],
      ["fault", "“3/3/2026” is in the future. Only list loans that have shipped."],
      ["fault", "The ship date is after the due date."],
    ]);
  });

  it("lets a borrower have more than the limit, with a note on the first loan beyond it", async () => {
    const { email } = await newPerson();
    const title = await fixture.newTitle("Food Is Fun", 4);
    const sku = (await labelOf(title)).slice(0, -2);
    await bringIn([{ label: `${sku}-1`, email }]); // 30 days
    const rows = [2, 3, 4].map((number) => ({ label: `${sku}-${number}`, email }));
    expect(remarksOf(await check(rows, { maxCopyDays: 60 }))).toEqual([
      ["add"],
      ["add", expect.stringContaining("now has more than the limit of 60 copy-days. The loan is imported anyway.")],
      ["add"],
    ]);
  });

  it("skips loans that were already imported, so that a corrected list can be imported again", async () => {
    const [{ email }, other] = [await newPerson(), await newPerson()];
    const title = await fixture.newTitle("Food Is Fun", 2);
    const label = await labelOf(title);
    const { orderIds } = await bringIn([{ label, email }]);
    const again = await check([
      { label, email },
      { label: await labelOf(title, 2), email },
    ]);
    expect(remarksOf(again)).toEqual([["same"], ["add"]]);
    expect(remarksOf(await check([{ label, email: other.email }]))).toEqual([
      ["fault", expect.stringContaining(`is already on loan, in order #${orderIds[0]}.`)],
    ]);
  });
});

describe("imported open loans", () => {
  it("are one shipped order for each package, with its copies out", async () => {
    const [ann, bob] = [await newPerson({ street: "9 Pine Road" }), await newPerson()];
    const [kit, book] = [await fixture.newTitle("Kit", 7), await fixture.newTitle("Book", 2)];
    const kits = (await labelOf(kit)).slice(0, -2);
    const shipped = { due: "3/20/2026", shipped: "2/20/2026", tracking: "4209460712349400111899223197428490" };
    const { orderIds } = await bringIn([
      ...[1, 2, 3, 4, 5, 6].map((number) => ({ label: `${kits}-${number}`, email: ann.email, ...shipped })),
      { label: await labelOf(book), email: ann.email, ...shipped },
      { label: await labelOf(book, 2), email: ann.email, due: "2/1/2026" },
      { label: `${kits}-7`, email: bob.email, ...shipped },
    ]);
    expect(orderIds).toHaveLength(4); // a line holds five copies
    const order = await desk.orderOf(orderIds[0] ?? 0);
    expect(order).toMatchObject({
      statusName: "Shipped",
      shipDate: "2026-02-20",
      returnDate: "2026-03-20",
      orderDate: "2026-02-20T08:00:00.000Z", // Los Angeles
      trackingNumber: "9400111899223197428490",
      borrowerId: ann.borrowerId,
      borrower: { address: { street: "9 Pine Road" } },
      itemCount: 6,
      terms: null,
      confirmBy: null,
      importedOn: today,
      changedByName: "clerk",
      undo: null,
    });
    expect(order.orderItems.map(({ quantity, orderInventoryItems }) => [quantity, orderInventoryItems.length])).toEqual(
      [
        [5, 5],
        [1, 1],
      ],
    );
    expect(await desk.orderOf(orderIds[2] ?? 0)).toMatchObject({ shipDate: "2026-01-02", returnDate: "2026-02-01" });
    expect(await fixture.stockOf(kit)).toMatchObject({ in_stock: 0, checked_out: 7, requested: 0, shortfall: 0 });
    expect(await fixture.stockOf(book)).toMatchObject({ in_stock: 0, checked_out: 2 });
    expect(await stockDisagreements(db)).toEqual([]);
    expect(await call(clerk, "GET Desk/SearchOrders?searchString=9400111899223197428490")).toMatchObject({ total: 3 });
    const events = db
      .selectFrom("order_events")
      .select(["call", "user_id", "order_id"])
      .where("order_id", "in", orderIds);
    expect(await events.orderBy("order_id").execute()).toEqual(
      orderIds.map((order_id) => ({ call: "POST Import/SaveRows/{id}", user_id: clerk.userId, order_id })),
    );
    const entry = db.selectFrom("activity_log").select("changes").where("kind", "=", "order");
    expect((await entry.where("subject_id", "=", orderIds[0] ?? 0).execute())[0]?.changes).toEqual(
      expect.arrayContaining([
        { field: "Imported from", before: null, after: "loans.csv" },
        { field: "Status", before: null, after: "Shipped" },
        { field: 'Copies of "Book"', before: null, after: `#${(await labelOf(book)).replace("-", " copy ")}` },
      ]),
    );
  });

  it("send no email about shipping, and only reminders whose day comes after the import", async () => {
    clock.at = new Date("2026-03-02T18:00:00Z");
    const rows: [due: string, after: string[], who: Awaited<ReturnType<typeof newPerson>>][] = [
      // ten days before, and 1, 7, and 21 days overdue
      ["3/11/2026", [], await newPerson()], // the reminder was yesterday's
      ["3/12/2026", ["due-soon"], await newPerson()], // today's, which waits until tomorrow
      ["3/13/2026", ["due-soon"], await newPerson()],
      ["2/28/2026", [], await newPerson()], // a day overdue yesterday
      ["3/1/2026", ["overdue"], await newPerson()], // a day overdue today
      ["2/1/2026", [], await newPerson()],
      ["12/1/2025", [], await newPerson()],
    ];
    const title = await fixture.newTitle("Food Is Fun", rows.length);
    const sku = (await labelOf(title)).slice(0, -2);
    await bringIn(rows.map(([due, , { email }], place) => ({ label: `${sku}-${place + 1}`, email, due })));
    await writeReminders(fixture);
    await fixture.mails({ after: 86_400 });
    for (const [, , who] of rows) expect(await dueOf(who)).toEqual([]);
    clock.at = new Date("2026-03-03T18:00:00Z");
    await writeReminders(fixture);
    expect(await Promise.all(rows.map(async ([due, , who]) => [due, await dueOf(who)]))).toEqual(
      rows.map(([due, after]) => [due, after]),
    );
    clock.at = new Date("2026-03-04T18:00:00Z"); // before the next reminder of the fourth
    await writeReminders(fixture);
    expect(await dueOf(rows[3]?.[2] ?? clerk)).toEqual([]);
    clock.at = new Date("2026-03-07T18:00:00Z");
    await writeReminders(fixture);
    expect(await dueOf(rows[3]?.[2] ?? clerk)).toEqual(["overdue"]);
    clock.at = new Date("2026-03-02T18:00:00Z");
  });
});

describe("the undo of imported loans", () => {
  it("removes the orders, and their copies can be ordered again", async () => {
    const ann = await newPerson();
    const title = await fixture.newTitle("Kit", 2);
    const { importId, orderIds } = await bringIn([
      { label: await labelOf(title), email: ann.email },
      { label: await labelOf(title, 2), email: ann.email, due: "3/25/2026" },
    ]);
    expect(await undo(importId)).toEqual({ removed: 2, restored: 0, copies: 0, kept: [] });
    expect(await ordersOf(importId)).toEqual([]);
    expect((await call(clerk, `GET Order/Get/${orderIds[0]}`)).status).toBe(404);
    expect(await fixture.stockOf(title)).toMatchObject({ in_stock: 2, checked_out: 0 });
    expect(await stockDisagreements(db)).toEqual([]);
    await desk.ship(ann, [[title, 2]]);
  });

  it("keeps orders with later activity, and says why", async () => {
    const colleague = await newPerson();
    const title = await fixture.newTitle("Kit", 20);
    const sku = (await labelOf(title)).slice(0, -2);
    let used = 0;
    /** Imports an order of two copies, lets something happen to it, and returns why it is kept. */
    const reasonAfter = async (
      happen: (loan: Awaited<ReturnType<typeof ofOrder>>, who: Person) => Promise<unknown>,
    ) => {
      const who = await newPerson();
      const labels = [`${sku}-${(used += 1)}`, `${sku}-${(used += 1)}`];
      const { importId, orderIds } = await bringIn(labels.map((label) => ({ label, email: who.email })));
      expect(await happen(await ofOrder(orderIds[0] ?? 0), who)).toMatchObject({ isSuccess: true });
      const { removed, kept } = await undo(importId);
      expect([removed, kept.map(({ row }) => row)]).toEqual([0, [2, 3]]);
      expect(await desk.orderOf(orderIds[0] ?? 0)).toMatchObject({ orderId: orderIds[0] });
      return kept[0]?.reason;
    };
    const ofOrder = async (orderId: number) => {
      const [line] = (await desk.orderOf(orderId)).orderItems;
      const [loan] = line?.orderInventoryItems ?? [];
      return { orderId, loanId: loan?.orderInventoryItemId, copyId: loan?.inventoryItem.inventoryItemId };
    };
    expect(await reasonAfter(({ copyId }) => desk.checkIn(copyId))).toBe("returned");
    expect(await reasonAfter(({ loanId }) => desk.openClaim(loanId, "lost"))).toBe("claim");
    expect(await reasonAfter(({ loanId }) => desk.openClaim(loanId, "claimed returned"))).toBe("claim");
    expect(await reasonAfter(({ orderId }) => call(clerk, `POST Order/Renew/${orderId}`))).toBe("changed");
    expect(await reasonAfter(({ loanId }) => call(clerk, `POST Order/RenewCopy/${loanId}`))).toBe("changed");
    expect(await reasonAfter(({ orderId }) => desk.save(orderId, 3, { orderNote: "Called" }))).toBe("changed");
    const transfer = (who: Person) =>
      call(clerk, `POST Borrowers/TransferLoans/${who.borrowerId}`, {
        toBorrowerId: colleague.borrowerId,
      });
    expect(await reasonAfter((_, who) => transfer(who))).toBe("transferred");
    const sentBack = { sentOn: today, trackingNumber: "" };
    const report = (orderId: number, who: Person) => call(who, `POST Order/SentBack/${orderId}`, sentBack);
    expect(await reasonAfter(({ orderId }, who) => report(orderId, who))).toBe("reported");
    expect(await stockDisagreements(db)).toEqual([]);
  });
});

describe("the save of imported loans", () => {
  it("reports rows whose copy was lent or borrower removed since the check, and saves the others", async () => {
    const [ann, gone] = [await newPerson(), await newPerson()];
    const title = await fixture.newTitle("Kit", 4);
    const sku = (await labelOf(title)).slice(0, -2);
    const checked = await check([
      ...[1, 2, 3].map((number) => ({ label: `${sku}-${number}`, email: ann.email })),
      { label: `${sku}-4`, email: gone.email },
    ]);
    await desk.ship(ann, [[title, 1]]);
    await setCopy(title.copyIds[1], { is_inactive: true, inactive_reason: "lost" });
    await db.deleteFrom("borrowers").where("borrower_id", "=", gone.borrowerId).execute();
    const { conflicts, added } = await save(await newImport(checked));
    const changed = "This copy was lent, put on hold, or changed after the check. Check the file again to see more.";
    expect(conflicts).toEqual([
      { rows: [2, 3], fault: { column: "Copy", message: changed } },
      {
        rows: [5],
        fault: { column: "Email address", message: "This borrower’s account was removed after the check." },
      },
    ]);
    expect(added).toBe(1);
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("gives each copy to one of two imports that run at once", async () => {
    const [ann, bob] = [await newPerson(), await newPerson()];
    const title = await fixture.newTitle("Kit", 40);
    const sku = (await labelOf(title)).slice(0, -2);
    const listFor = (email: string, numbers: number[]) =>
      check(numbers.map((number) => ({ label: `${sku}-${number}`, email })));
    const numbers = Array.from({ length: 40 }, (_, place) => place + 1);
    const [anns, bobs] = [await listFor(ann.email, numbers), await listFor(bob.email, numbers.toReversed())];
    const importIds = [await newImport(anns), await newImport(bobs)];
    const results = await Promise.all(importIds.map((importId) => save(importId)));
    const outcomes = results.map(({ added, conflicts }) => [added, conflicts[0]?.rows.length ?? 0]);
    expect(outcomes.toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
      [0, 40],
      [40, 0],
    ]);
    expect(await fixture.stockOf(title)).toMatchObject({ in_stock: 0, checked_out: 40, shortfall: 0 });
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("waits for a clerk who is checking out one of its copies, and then leaves that copy alone", async () => {
    const ann = await newPerson();
    const title = await fixture.newTitle("Kit", 2);
    const [first] = title.copyIds;
    const checked = await check([
      { label: await labelOf(title), email: ann.email },
      { label: await labelOf(title, 2), email: ann.email },
    ]);
    const importId = await newImport(checked);
    const orderId = await fixture.order(ann, [[title, 1]]);
    const holder = await db.startTransaction().execute();
    await sql`select from items where item_id = ${title.itemId} for update`.execute(holder);
    const checkOut = desk.packCopy(orderId, first); // has the copy, and waits for the title
    await vi.waitUntil(async () => (await waitingForLocks(db)) === 1, { timeout: 15_000, interval: 5 });
    const saving = save(importId);
    await vi.waitUntil(async () => (await waitingForLocks(db)) === 2, { timeout: 15_000, interval: 5 });
    await holder.commit().execute();
    expect(await checkOut).toMatchObject({ isSuccess: true });
    expect(await saving).toMatchObject({ added: 1, conflicts: [{ rows: [2] }] });
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("makes a clerk's check-out of one of its copies wait, which is then refused", async () => {
    const ann = await newPerson();
    const title = await fixture.newTitle("Kit", 1);
    const orderId = await fixture.order(ann, [[title, 1]]);
    const importId = await newImport(await check([{ label: await labelOf(title), email: ann.email }]));
    const holder = await db.startTransaction().execute();
    await sql`select from items where item_id = ${title.itemId} for update`.execute(holder);
    const saving = save(importId); // has the copy, and waits for the title
    await vi.waitUntil(async () => (await waitingForLocks(db)) === 1, { timeout: 15_000, interval: 5 });
    const checkOut = desk.packCopy(orderId, title.copyIds[0]);
    await vi.waitUntil(async () => (await waitingForLocks(db)) === 2, { timeout: 15_000, interval: 5 });
    await holder.commit().execute();
    expect(await saving).toMatchObject({ added: 1, conflicts: [] });
    expect(await checkOut).toMatchObject({ isSuccess: false, reason: { kind: "copy-not-available" } });
    expect(await fixture.stockOf(title)).toMatchObject({ checked_out: 1, requested: 1, shortfall: 1 });
    expect(await stockDisagreements(db)).toEqual([]);
  });

  it("leaves nothing behind when its database session is killed, and is done by the next try", async () => {
    const ann = await newPerson();
    const title = await fixture.newTitle("Kit", 3);
    const sku = (await labelOf(title)).slice(0, -2);
    const checked = await check([1, 2, 3].map((number) => ({ label: `${sku}-${number}`, email: ann.email })));
    const importId = await newImport(checked);
    const holder = await db.startTransaction().execute();
    // the save stops when it has written its orders
    await sql`lock table activity_log in share mode`.execute(holder);
    const saving = save(importId);
    await vi.waitUntil(async () => (await waitingForLocks(db)) === 1, { timeout: 15_000, interval: 5 });
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    expect(await fixture.stockOf(title)).toMatchObject({ checked_out: 0 });
    expect(await ordersOf(importId)).toEqual([]);
    await holder.commit().execute();
    await saving;
    expect(await ordersOf(importId)).toHaveLength(1);
    expect(await fixture.stockOf(title)).toMatchObject({ checked_out: 3 });
  });
});
