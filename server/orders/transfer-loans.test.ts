import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { BorrowerPage } from "#contract/people/borrowers.ts";
import { letter } from "#server/platform/mail/letter/letter.ts";
import { circulationFixture, type Person } from "#server/test/circulation-fixture.ts";
import { holdOrder, waitingForLocks } from "#server/test/concurrency/hold-order.ts";
import { letPass } from "#server/test/run-jobs.ts";
import { transferLetter } from "./notices/transfer-letters.ts";

const fixture = await circulationFixture({ poolSize: 20 });
const { db, call } = fixture;
const [clerk, manager] = [await fixture.newAdmin("clerk"), await fixture.newAdmin("manager")];
const desk = fixture.desk(clerk);
const kit = await fixture.newTitle("Kit", 100);

async function reader(name: string, fields: object = {}): Promise<Person> {
  const person = await fixture.newBorrower(name);
  const own = { email_address: `${name}@school.example`, ...fields };
  await fixture.setBorrower(person, own);
  return person;
}
/** Ships an order of kits. */
const lend = (borrower: Person, copies = 1) => desk.ship(borrower, [[kit, copies]], { returnDate: "2026-04-01" });
const transferLoans = (from: Person, to: Person) =>
  call<number[]>(clerk, `POST Borrowers/TransferLoans/${from.borrowerId}`, { toBorrowerId: to.borrowerId });
const colleagueNames = async ({ borrowerId }: Person, words = "") =>
  (
    await call<{ borrowerName: string }[]>(
      clerk,
      `GET Borrowers/GetColleagues/${borrowerId}?searchString=${encodeURIComponent(words)}`,
    )
  ).data.map(({ borrowerName }) => borrowerName);
/** Returns an order's latest transfer. */
const transferOf = async (orderId: number) => {
  const events = db.selectFrom("order_events").select("event_id").where("order_id", "=", orderId);
  const transfers = events.where("call", "=", "POST Borrowers/TransferLoans/{id}").orderBy("event_id", "desc");
  return (await transfers.executeTakeFirstOrThrow()).event_id;
};
/** Returns the emails about transfers after this many seconds. */
async function transferMails(seconds = 0) {
  await letPass(db, seconds);
  await fixture.writeNotices();
  return db.selectFrom("mails").selectAll().where("kind", "=", "loans-transferred").orderBy("mail_id").execute();
}
const rowOf = (orderId: number) =>
  db.selectFrom("orders").selectAll().where("order_id", "=", orderId).executeTakeFirstOrThrow();

describe("transferring loans", () => {
  it("moves whole shipped orders with due date and history, leaves new ones, and emails both borrowers", async () => {
    const [ann, bob] = [await reader("ann"), await reader("bob")];
    const { orderId, copyIds } = await lend(ann, 2);
    await desk.checkIn(copyIds[0]);
    const newOrder = await fixture.order(ann, [[kit, 1]]);
    expect((await transferLoans(ann, bob)).data).toEqual([orderId]);
    const { transferred } = (await call<BorrowerPage>(clerk, `GET Borrowers/Get/${ann.borrowerId}`)).data;
    expect(transferred).toMatchObject([
      { toBorrowerId: bob.borrowerId, orders: 1, eventId: await transferOf(orderId) },
    ]);
    expect(await rowOf(orderId)).toMatchObject({
      borrower_id: bob.borrowerId,
      return_date: "2026-04-01",
      ship_to_name: "bob Reader",
    });
    expect((await rowOf(newOrder)).borrower_id).toBe(ann.borrowerId);
    expect((await call(bob, `GET Order/GetOrderForUser/${orderId}`)).status).toBe(200);
    expect((await call(ann, `GET Order/GetOrderForUser/${orderId}`)).status).toBe(404);
    expect((await call(clerk, `GET Order/Get/${orderId}`)).data).toMatchObject({
      pastAssignments: [{ copyNumber: 1 }],
      handovers: [{ fromName: "ann Reader", toName: "bob Reader" }],
    });
    const records = await db.selectFrom("handovers").selectAll().where("order_id", "=", orderId).execute();
    expect(records).toMatchObject([{ from_borrower: ann.borrowerId, to_borrower: bob.borrowerId }]);
    expect(await transferMails()).toEqual([]);
    const mails = await transferMails(120);
    expect(mails.map(({ to_address }) => to_address)).toEqual(["ann@school.example", "bob@school.example"]);
    expect(JSON.stringify(letter.parse(mails[1]?.letter).blocks)).toContain(
      "copy 2): mail by Mar 25, 2026 so that it reaches us by Apr 1, 2026",
    );
    expect(await transferLoans(ann, bob)).toMatchObject({ isSuccess: false, reason: { kind: "nothing-out" } });
    expect((await call<object[]>(clerk, `GET Desk/SearchOrders?searchString=bob`)).data).toHaveLength(1);
  });

  it("fails to another school and to oneself", async () => {
    const [cy, other] = [await reader("cy"), await reader("other", { school_name: "Bay School" })];
    await lend(cy);
    expect(await transferLoans(cy, other)).toMatchObject({ isSuccess: false, reason: { kind: "not-a-colleague" } });
    expect(await transferLoans(cy, cy)).toMatchObject({ isSuccess: false });
    const colleagues = await call<{ borrowerName: string }[]>(clerk, `GET Borrowers/GetColleagues/${cy.borrowerId}`);
    expect(colleagues.data.map(({ borrowerName }) => borrowerName)).toEqual(["ann Reader", "bob Reader"]);
  });

  it("works with a colleague who spells the school differently, if the directory has it", async () => {
    const here = { school_name: "Pine Elementary", school_district: "Hill Unified" };
    const [dee, eli] = [await reader("dee", here), await reader("eli", { ...here, school_name: "Pine Elem. School" })];
    await lend(dee);
    expect(await transferLoans(dee, eli)).toMatchObject({ isSuccess: false, reason: { kind: "not-a-colleague" } });
    await sql`
      insert into districts (district_code, district, county) values ('1000001', 'Hill Unified', 'Fresno')`.execute(db);
    await sql`
      insert into schools (cds_code, district_code, school, district, city, state, zip, is_open)
      values ('10000010000001', '1000001', 'Pine Elementary', 'Hill Unified', 'Fresno', 'CA', '93701', true)`.execute(
      db,
    );
    await sql`update borrowers set school_name = school_name where school_district = 'Hill Unified'`.execute(db);
    expect(await colleagueNames(dee)).toEqual(["eli Reader"]);
    expect((await transferLoans(dee, eli)).isSuccess).toBe(true);
  });

  it("tells the colleague when to mail each copy back", () => {
    const copies = [{ title: "Kit", sku: "A1", copy: 2 }];
    const loans = [
      { back: { mailBackBy: "2026-03-25", due: "2026-04-01" }, copies },
      { back: { mailBackBy: "2026-02-20", due: "2026-02-27" }, copies },
      { back: null, copies },
    ];
    const other = { borrower_id: 1, name: "Ann" };
    const listOf = (part: "giver" | "taker") =>
      transferLetter(part, { other, loans, language: "en", today: "2026-03-02" }).blocks.find(
        ({ is }) => is === "list",
      );
    expect(listOf("taker")).toEqual({
      is: "list",
      items: [
        "Kit (#A1 copy 2): mail by Mar 25, 2026 so that it reaches us by Apr 1, 2026",
        "Kit (#A1 copy 2): should have reached us by Feb 27, 2026",
        "Kit (#A1 copy 2)",
      ],
    });
    expect(listOf("giver")).toMatchObject({ items: Array.from({ length: 3 }, () => "Kit (#A1 copy 2)") });
  });
});

describe("undoing a transfer", () => {
  it("sends no email within two minutes, and leaves both transfers in the order's history", async () => {
    const [ian, jo] = [await reader("ian"), await reader("jo")];
    const { orderId } = await lend(ian, 2);
    const before = (await transferMails(600)).length;
    await transferLoans(ian, jo);
    const eventId = await transferOf(orderId);
    expect(await desk.undo(eventId)).toMatchObject({ orderIds: [orderId] });
    expect(await rowOf(orderId)).toMatchObject({ borrower_id: ian.borrowerId, ship_to_name: "ian Reader" });
    expect((await call(clerk, `GET Order/Get/${orderId}`)).data).toMatchObject({
      handovers: [
        { fromName: "ian Reader", toName: "jo Reader" },
        { fromName: "jo Reader", toName: "ian Reader" },
      ],
    });
    expect(await transferMails(600)).toHaveLength(before);
    await transferLoans(ian, jo);
    expect(await desk.undo(eventId)).toMatchObject({ isSuccess: true }); // it was undone, and the next one stays
    expect(await rowOf(orderId)).toMatchObject({ borrower_id: jo.borrowerId });
  });

  it("emails both borrowers if they got an email about the transfer", async () => {
    const [kay, lou] = [await reader("kay"), await reader("lou")];
    const { orderId } = await lend(kay);
    await transferLoans(kay, lou);
    const before = (await transferMails(120)).length;
    await desk.undo(await transferOf(orderId));
    const mails = (await transferMails(120)).slice(before);
    expect(mails.map(({ to_address, subject }) => [to_address, subject])).toEqual([
      ["lou@school.example", "Your loans are now with a colleague"],
      ["kay@school.example", "You took over loans from a colleague"],
    ]);
  });

  it("takes back, once, only loans that are still out and have no open claim", async () => {
    const [max, ned] = [await reader("max"), await reader("ned")];
    const [out, back, lost] = [await lend(max), await lend(max), await lend(max, 2)];
    const before = await lend(ned);
    await transferLoans(max, ned);
    await desk.checkIn(back.copyIds[0]);
    await desk.openClaim(lost.loans[0], "lost");
    const eventId = await transferOf(out.orderId);
    const answers = await Promise.all([desk.undo(eventId), desk.undo(eventId)]);
    expect(answers.filter(({ isSuccess }) => isSuccess)).toMatchObject([{ orderIds: [out.orderId] }]);
    expect(answers).toContainEqual(expect.objectContaining({ reason: { kind: "nothing-to-take-back" } }));
    for (const { orderId } of [back, lost, before]) expect((await rowOf(orderId)).borrower_id).toBe(ned.borrowerId);
    const letters = (await transferMails(120)).slice(-2).map(({ letter: written }) => letter.parse(written).blocks);
    for (const blocks of letters)
      expect(blocks).toContainEqual(expect.objectContaining({ items: [expect.any(String)] }));
  });
});

const stateOf = async (orderId: number) => {
  const { status_id: statusId, borrower_id: borrowerId, ship_to_name: name } = await rowOf(orderId);
  return { statusId, borrowerId, name };
};
const both = async (round: number) => [await reader(`from${round}`), await reader(`to${round}`)] as const;

// a transfer and the end of a loan wait for each other, so only a loan that is still out moves
describe("a transfer at the same moment as", () => {
  it.each(["Anonymize", "Merge"] as const)("%s on the colleague's account loses no loan", async (ending) => {
    const [from, to] = await both(ending === "Anonymize" ? 800 : 900);
    const { orderId } = await lend(from);
    const stays = await reader(`${ending}.stays`);
    const release = await holdOrder(db, orderId); // the transfer has read the colleague, and waits
    const moving = transferLoans(from, to);
    await expect.poll(() => waitingForLocks(db)).toBe(1);
    let isOver = false;
    const merge = () =>
      call<object>(clerk, `POST Borrowers/Merge/${stays.borrowerId}`, { fromBorrowerId: to.borrowerId });
    const anonymize = () => call<object>(manager, `POST Borrowers/Anonymize/${to.borrowerId}`);
    const end = (ending === "Merge" ? merge() : anonymize()).finally(() => (isOver = true));
    await expect.poll(async () => isOver || (await waitingForLocks(db)) === 2).toBe(true);
    await release();
    const [transfer, outcome] = await Promise.all([moving, end]);
    expect([transfer.isSuccess, outcome.isSuccess]).toEqual([true, ending === "Merge"]);
    const owner = ending === "Merge" ? stays : to;
    expect(await stateOf(orderId)).toMatchObject({ statusId: 3, borrowerId: owner.borrowerId });
  });
});

it("an order with an open claim stays with the borrower who owes for the copy", async () => {
  const [giver, taker] = [await reader("giver"), await reader("taker")];
  const { orderId, loans } = await lend(giver, 2);
  const claim = await desk.openClaim(loans[0], "lost", { cost: "18.95" });
  expect(await transferLoans(giver, taker)).toMatchObject({
    isSuccess: false,
    message: "This borrower still has 1 open claim.",
  });
  expect((await rowOf(orderId)).borrower_id).toBe(giver.borrowerId);
  const other = await lend(giver);
  expect((await transferLoans(giver, taker)).data).toEqual([other.orderId]);
  expect((await rowOf(orderId)).borrower_id).toBe(giver.borrowerId);
  await desk.settle(claim.data.claimId, "paid");
  expect((await transferLoans(giver, taker)).data).toEqual([orderId]);
});

it("a colleague who took over loans doesn't see the previous borrower's address on their order, but staff do", async () => {
  const [greta, ivan] = [await reader("greta", { street: "9 Private Lane" }), await reader("ivan")];
  const { orderId } = await lend(greta);
  type Shown = { borrower: { borrowerName: string; schoolName: string; address: { street: string; city: string } } };
  const shownTo = async (who: Person, path = "GetOrderForUser") =>
    (await call<Shown>(who, `GET Order/${path}/${orderId}`)).data.borrower;
  const address = { street: "9 Private Lane", city: "Fresno" };
  expect(await shownTo(greta)).toMatchObject({ address });
  await transferLoans(greta, ivan);
  const nowhere = { street: "", city: "", state: "", zip: "" };
  expect(await shownTo(ivan)).toMatchObject({ borrowerName: "ivan Reader", address: nowhere });
  for (const path of ["GetOrderForUser", "Get"]) expect(await shownTo(clerk, path)).toMatchObject({ address });
  await fixture.undoLast(clerk, orderId);
  expect(await shownTo(greta)).toMatchObject({ address });
});

it("a transfer leaves the previous borrower's street out of the email about a package that just shipped", async () => {
  const [ines, jonas] = [await reader("ines", { street: "7 Private Lane" }), await reader("jonas")];
  const { orderId } = await lend(ines);
  await transferLoans(ines, jonas);
  await transferMails(120);
  const mails = await db.selectFrom("mails").selectAll().where("to_address", "=", "jonas@school.example").execute();
  expect(mails.map(({ kind }) => kind).toSorted()).toEqual(["loans-transferred", "order-shipped"]);
  expect(JSON.stringify(mails)).toContain(`#${orderId}`);
  expect(JSON.stringify(mails)).not.toContain("Private Lane");
});
