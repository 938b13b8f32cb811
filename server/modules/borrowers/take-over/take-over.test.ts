import { describe, expect, it } from "vitest";
import type { BorrowerPage } from "#contract/borrowers/borrowers.ts";
import type { LoansAsked } from "#contract/borrowers/take-over.ts";
import { letter } from "#server/platform/mail/letter/letter.ts";
import { expectBothLanguages } from "#server/test/both-languages.ts";
import { circulationFixture, type Person } from "#server/test/circulation-fixture.ts";
import { letPass, runDueJobs } from "#server/test/run-jobs.ts";
import { forgetOldLoans } from "../forget/forget-old-loans.ts";
import { writeHandOverMail } from "../hand-over/hand-over-mail.ts";
import { askLetter } from "./take-over-letter.ts";

const fixture = await circulationFixture({ poolSize: 20 });
const { db, call, clock } = fixture;
const [clerk, manager] = [await fixture.newAdmin("clerk"), await fixture.newAdmin("manager")];
const kit = await fixture.newTitle("Kit", 200);

/** A borrower of a school whom email reaches. */
async function reader(name: string, fields: object = {}): Promise<Person> {
  const who = await fixture.newBorrower(name);
  const confirmed = { email_address: addressOf(name), mailbox_confirmed_at: new Date(0), ...fields };
  await db.updateTable("borrowers").set(confirmed).where("user_id", "=", who.userId).execute();
  return who;
}
const addressOf = (name: string) => `${name}@school.example`;

let readers = 0;
const unused = (name: string) => `${name}${(readers += 1)}`;
const personOf = (who: Person) =>
  db.selectFrom("borrowers").selectAll().where("user_id", "=", who.userId).executeTakeFirstOrThrow();
const nameOf = (address: string) => address.split("@")[0] ?? "";

/** Ships an order; gives its id and its copies. */
async function lend(who: Person) {
  const orderId = await fixture.order(who, [[kit, 1]]);
  await call(clerk, `POST Order/CheckOutAll/${orderId}`);
  const { data } = await call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 3, returnDate: "2026-04-01" });
  return { orderId, copyIds: data.orderItems[0]?.orderInventoryItems.map((one) => one.inventoryItem.inventoryItemId) };
}
const ask = (who: Person, emailAddress: string) => call(who, "POST Borrowers/AskForLoans", { emailAddress });
const look = (token: string) => call<LoansAsked>(null, `GET Borrowers/GetLoansAsked/${token}`);
const give = (token: string) => call<LoansAsked>(null, "POST Borrowers/GiveLoans", { token });
const ownerOf = async (orderId: number) =>
  (await db.selectFrom("orders").select("borrower_id").where("order_id", "=", orderId).executeTakeFirst())?.borrower_id;

/** The emails that ask, to an address. */
async function asked(name: string) {
  const rows = await db
    .selectFrom("mails")
    .select("letter")
    .where("kind", "=", "loans-asked")
    .where("to_address", "=", addressOf(name))
    .orderBy("mail_id")
    .execute();
  return rows.map((row) => letter.parse(row.letter));
}
/** The secret of the last email that asks. */
async function tokenFor(name: string): Promise<string> {
  const blocks = (await asked(name)).at(-1)?.blocks ?? [];
  return blocks.flatMap((block) => (block.is === "button" ? [block.path.replace("/user/give/", "")] : []))[0] ?? "";
}

describe("taking over a colleague’s loans", () => {
  it("is asked by email, agreed to by its link, and done once, with the emails of handing over", async () => {
    const [ann, bob] = [await reader("ann"), await reader("bob")];
    const { orderId } = await lend(ann);
    expect(await ask(bob, " ANN@school.example ")).toMatchObject({ isSuccess: true });
    const token = await tokenFor("ann");
    expect((await asked("ann"))[0]?.subject).toBe("A request to take over your loans");
    expect((await look(token)).data).toEqual({
      borrowerName: "bob Reader",
      emailAddress: "bob@school.example",
      schoolName: expect.any(String),
      given: [],
      loans: [{ orderId, dueOn: "2026-04-01", titles: ["Kit"] }],
    });
    expect(await ownerOf(orderId)).toBe(ann.borrowerId); // looking changes nothing
    const answers = await Promise.all([give(token), give(token), give(token)]);
    for (const { data } of [...answers, await give(token)]) expect(data).toMatchObject({ given: [orderId], loans: [] });
    expect(await ownerOf(orderId)).toBe(bob.borrowerId);
    expect(await db.selectFrom("handovers").selectAll().where("order_id", "=", orderId).execute()).toHaveLength(1);
    await letPass(db, 121);
    await runDueJobs(db, [{ kind: "write-hand-over-mail", run: (job) => writeHandOverMail(fixture, job) }]);
    const told = await db.selectFrom("mails").select("to_name").where("kind", "=", "loans-handed-over").execute();
    expect(told.map(({ to_name }) => to_name).toSorted((one, other) => one.localeCompare(other))).toEqual([
      "ann Reader",
      "bob Reader",
    ]);
  });

  it("gives what is out by then, whole orders without an open case; later there is nothing to give", async () => {
    const [cat, dan] = [await reader("cat"), await reader("dan")];
    const [back, lost, kept] = [await lend(cat), await lend(cat), await lend(cat)];
    await ask(dan, addressOf("cat"));
    const token = await tokenFor("cat");
    await call(clerk, "POST Returns/CheckIn", { inventoryItemId: back.copyIds?.[0] });
    await call(clerk, "POST Returns/CheckIn", { inventoryItemId: lost.copyIds?.[0], condition: "lost" });
    expect((await look(token)).data?.loans.map(({ orderId }) => orderId)).toEqual([kept.orderId]);
    await call(clerk, "POST Returns/CheckIn", { inventoryItemId: kept.copyIds?.[0] });
    expect((await look(token)).data?.loans).toEqual([]);
    expect(await give(token)).toMatchObject({ isSuccess: false, reason: { kind: "ask-over" } });
  });

  it("answers the same, and emails nobody, where there is nobody of the school with loans and that address", async () => {
    const [eve, far, idle] = [
      await reader("eve"),
      await reader("far", { school_name: "Far Away" }),
      await reader("idle"),
    ];
    const quiet = await reader("quiet", { mailbox_confirmed_at: null });
    await lend(far);
    await lend(quiet);
    await lend(eve);
    expect(idle.borrowerId).not.toBe(eve.borrowerId);
    for (const name of ["far", "idle", "quiet", "eve", "nobody"])
      expect(await ask(eve, addressOf(name))).toMatchObject({ isSuccess: true });
    expect((await Promise.all(["far", "idle", "quiet", "eve", "nobody"].map(asked))).flat()).toEqual([]);
    expect(await ask(eve, addressOf("nobody"))).toMatchObject({ isSuccess: false, reason: { kind: "asks-full" } });
    clock.at = new Date(clock.at.getTime() + 86_400_001);
    expect(await ask(eve, addressOf("nobody"))).toMatchObject({ isSuccess: true });
  });

  it("reaches nobody more than three times a day, nor twice from one, also when asked at once", async () => {
    const target = await reader("much");
    await lend(target);
    const askers = await Promise.all(["a1", "a2", "a3", "a4", "a5"].map((name) => reader(name)));
    const [first] = askers;
    if (!first) throw new Error("nobody asks");
    await Promise.all([ask(first, addressOf("much")), ask(first, addressOf("much")), ask(first, addressOf("much"))]);
    expect(await asked("much")).toHaveLength(1);
    await Promise.all(askers.map((who) => ask(who, addressOf("much"))));
    expect(await asked("much")).toHaveLength(3);
  });

  it("is refused to who is blocked, or whose own address is not confirmed, or wrong", async () => {
    const [out, shy, rude] = [
      await reader("out"),
      await reader("shy", { mailbox_confirmed_at: null }),
      await reader("rude"),
    ];
    await lend(out);
    await call(clerk, `POST Borrowers/Block/${rude.borrowerId}`, { reason: "Lost much." });
    expect(await ask(shy, addressOf("out"))).toMatchObject({ reason: { kind: "mailbox-unconfirmed" } });
    expect(await ask(rude, addressOf("out"))).toMatchObject({ reason: { kind: "borrower-blocked" } });
    expect(await ask(out, "🚲")).toMatchObject({ isSuccess: false, reason: { kind: "invalid" } });
    expect(await asked("out")).toEqual([]);
  });

  it("ends after two weeks, with another school, and with either of the two", async () => {
    const [gil, hal] = [await reader("gil"), await reader("hal")];
    const { orderId } = await lend(gil);
    await ask(hal, addressOf("gil"));
    const token = await tokenFor("gil");
    await db.updateTable("borrowers").set({ school_name: "Elsewhere" }).where("user_id", "=", hal.userId).execute();
    const { at } = clock;
    for (const answer of [await look(token), await give(token)])
      expect(answer).toMatchObject({ isSuccess: false, reason: { kind: "ask-over" } });
    await db
      .updateTable("borrowers")
      .set({ school_name: "Oak Grove Elementary" })
      .where("user_id", "=", hal.userId)
      .execute();
    clock.at = new Date(at.getTime() + 15 * 86_400_000);
    for (const answer of [await look(token), await give(token), await look("made-up")])
      expect(answer).toMatchObject({ isSuccess: false, reason: { kind: "ask-over" } });
    clock.at = at;
    await forgetOldLoans(fixture);
    expect((await look(token)).isSuccess).toBe(true);
    clock.at = new Date(at.getTime() + 15 * 86_400_000);
    await forgetOldLoans(fixture);
    expect(await db.selectFrom("loan_requests").selectAll().execute()).toEqual([]);
    clock.at = at;
    await ask(hal, addressOf("gil"));
    const again = await tokenFor("gil");
    expect((await look(again)).isSuccess).toBe(true);
    expect((await call(manager, `POST Borrowers/Forget/${hal.borrowerId}`)).isSuccess).toBe(true);
    expect(await look(again)).toMatchObject({ isSuccess: false, reason: { kind: "ask-over" } });
    expect(await asked("gil")).toEqual([]); // it had the name and address of who is forgotten
    expect(await ownerOf(orderId)).toBe(gil.borrowerId);
  });

  it.each(["forgotten", "merged with another account", "merged with who has it now"])(
    "does not keep who gave theirs from being %s",
    async (fate) => {
      const [ivy, jo, kim] = [await reader(unused("ivy")), await reader(unused("jo")), await reader(unused("kim"))];
      const { orderId } = await lend(ivy);
      const { email_address: address } = await personOf(ivy);
      await ask(jo, address);
      expect((await give(await tokenFor(nameOf(address)))).isSuccess).toBe(true);
      const into = fate === "merged with another account" ? kim : jo;
      const answer =
        fate === "forgotten"
          ? await call(manager, `POST Borrowers/Forget/${ivy.borrowerId}`)
          : await call(manager, `POST Borrowers/Merge/${into.borrowerId}`, { fromBorrowerId: ivy.borrowerId });
      expect(answer).toMatchObject({ isSuccess: true });
      expect(await ownerOf(orderId)).toBe(jo.borrowerId);
    },
  );

  it("is off while who asked is blocked, once who was asked has another address, and when staff took it back", async () => {
    const [lee, mia] = [await reader("lee"), await reader("mia")];
    const { orderId } = await lend(lee);
    await ask(mia, addressOf("lee"));
    const token = await tokenFor("lee");
    const expectOver = async () => {
      for (const answer of [await look(token), await give(token)])
        expect(answer).toMatchObject({ isSuccess: false, reason: { kind: "ask-over" } });
      expect(await ownerOf(orderId)).toBe(lee.borrowerId);
    };
    await call(clerk, `POST Borrowers/Block/${mia.borrowerId}`, { reason: "Lost much." });
    await expectOver();
    await call(clerk, `POST Borrowers/Unblock/${mia.borrowerId}`);
    const move = (address: string) =>
      db.updateTable("borrowers").set({ email_address: address }).where("user_id", "=", lee.userId).execute();
    await move("lee@another.example");
    await expectOver();
    await move(addressOf("lee"));
    expect((await give(token)).data).toMatchObject({ given: [orderId] });
    const handedOver = async () =>
      (await call<BorrowerPage>(clerk, `GET Borrowers/Get/${lee.borrowerId}`)).data.handedOver;
    const { borrowerId: toBorrowerId } = mia;
    expect(await handedOver()).toMatchObject([{ toBorrowerId, borrowerName: "mia Reader", orders: 1, isOwn: true }]);
    await call(clerk, `POST Borrowers/UndoHandOver/${lee.borrowerId}`, { toBorrowerId });
    expect(await handedOver()).toEqual([]);
    await expectOver();
  });

  it("is asked in both languages", () => {
    const asks = { name: "Kim", emailAddress: "kim@school.example" };
    expectBothLanguages(
      askLetter({ ...asks, language: "en" }, "/user/give/a-secret"),
      askLetter({ ...asks, language: "es" }, "/user/give/a-secret"),
      Object.values(asks),
    );
  });
});
