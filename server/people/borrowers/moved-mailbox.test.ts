import { describe, expect, it } from "vitest";
import type { Borrower } from "#contract/people/accounts.ts";
import type { BorrowerPage } from "#contract/people/borrowers.ts";
import { password } from "#server/test/factories.ts";
import { circulationFixture, type Person } from "#server/test/circulation-fixture.ts";
import { answerResets, buttonsOf, mailsTo, secretIn } from "#server/test/mails.ts";
import { letPass } from "#server/test/run-jobs.ts";

const fixture = await circulationFixture();
const { db, call } = fixture;
const [manager, clerk] = [await fixture.newAdmin("manager"), await fixture.newAdmin("desk.clerk", "clerk")];
const minute = 60_000;

let count = 0;
async function reader(fields: Parameters<typeof fixture.newBorrower>[1] = {}) {
  const userName = `reader${(count += 1)}`;
  const email = `${userName}@school.example`;
  return { ...(await fixture.newBorrower(userName, { email_address: email, ...fields })), userName, email };
}
type Reader = Awaited<ReturnType<typeof reader>>;

/** Moves a borrower's mailbox as staff; returns the new address. */
async function move({ borrowerId, userName }: Reader, by: Person, emailAddress = `${userName}@elsewhere.example`) {
  const { data } = await call<BorrowerPage>(by, `GET Borrowers/Get/${borrowerId}`);
  expect(await call(by, `POST Borrowers/Change/${borrowerId}`, { ...data, emailAddress })).toMatchObject({
    isSuccess: true,
  });
  return emailAddress;
}

const sendReset = ({ borrowerId }: Reader, by: Person) => call(by, `POST Borrowers/SendReset/${borrowerId}`);

/** Requests a password reset like anyone can; returns the newest email to the address. */
async function requestReset(typed: string, address: string) {
  await call(null, `POST Account/RequestResetPassword/${typed}`);
  await answerResets(fixture);
  return (await mailsTo(fixture, address)).findLast(({ kind }) => kind === "reset");
}

describe("a password reset after a clerk changed the email address", () => {
  it("waits for a day, and the refusal and the email say so", async () => {
    const victim = await reader();
    const address = await move(victim, clerk);
    const refusal = await sendReset(victim, clerk);
    expect(refusal).toMatchObject({ isSuccess: false, reason: { kind: "reset-waits" } });
    expect(refusal.message).toMatch(
      /^A clerk just changed this email address, so you can’t send a password reset link until \w{3} \d+, \d{4}, \d+:\d\d [AP]M. A manager can send one now.$/,
    );
    for (const typed of [victim.userName, address]) {
      const mail = await requestReset(typed, address);
      expect(buttonsOf(mail)).toEqual([]);
      expect(JSON.stringify(mail?.letter)).toMatch(
        /This account’s email address was just changed\. .* until \w{3} \d+, \d{4}, \d+:\d\d [AP]M\./,
      );
    }
    fixture.clock.move(24 * 60 * minute - minute);
    expect((await sendReset(victim, clerk)).isSuccess).toBe(false);
    fixture.clock.move(2 * minute);
    expect((await sendReset(victim, clerk)).isSuccess).toBe(true);
    expect(buttonsOf(await requestReset(victim.userName, address))).toHaveLength(1);
  });

  it("goes out at once when a manager sends it, or changed the address", async () => {
    const [approved, moved] = [await reader(), await reader()];
    const address = await move(approved, clerk);
    expect((await sendReset(approved, manager)).isSuccess).toBe(true);
    await answerResets(fixture);
    expect(buttonsOf((await mailsTo(fixture, address)).at(-1))).toHaveLength(1);
    const other = await move(moved, manager);
    expect((await sendReset(moved, clerk)).isSuccess).toBe(true);
    expect(buttonsOf(await requestReset(moved.userName, other))).toHaveLength(1);
  });

  it("doesn't wait when the borrower changed the address with the password", async () => {
    const owner = await reader();
    const { data } = await call<Borrower>(owner, `GET Account/GetBorrowerInformationByUserId/${owner.userId}`);
    const emailAddress = "own.choice@school.example";
    await call(owner, "POST Account/UpdateBorrower/", { ...data, emailAddress, password });
    expect(buttonsOf(await requestReset(owner.userName, emailAddress))).toHaveLength(1);
  });

  it("makes only the changed account wait, of two accounts with that address", async () => {
    const [first, second] = [await reader(), await reader()];
    const address = await move(first, clerk);
    await db
      .updateTable("borrowers")
      .set({ email_address: address })
      .where("borrower_id", "=", second.borrowerId)
      .execute();
    const mail = await requestReset(address, address);
    const parts = mail?.letter.blocks.flatMap((block) => {
      if (block.is === "facts") return block.facts.map(({ value }) => value);
      return block.is === "button" ? ["button"] : block.is === "text" ? [block.text.slice(0, 45)] : [];
    });
    expect(parts?.slice(1, 4)).toEqual(["This account’s email address was just changed", second.userName, "button"]);
  });
});

describe("merging accounts", () => {
  const merge = (to: Reader, from: Reader, by: Person) =>
    call(by, `POST Borrowers/Merge/${to.borrowerId}`, { fromBorrowerId: from.borrowerId });

  it("requires a manager when their email addresses differ, even if a clerk just made them equal", async () => {
    const [own, victim] = [await reader(), await reader()];
    const refusal = { isSuccess: false, reason: { kind: "merge-by-manager" } };
    expect(await merge(own, victim, clerk)).toMatchObject(refusal);
    const address = await move(victim, clerk);
    await db
      .updateTable("borrowers")
      .set({ email_address: address })
      .where("borrower_id", "=", own.borrowerId)
      .execute();
    expect(await merge(own, victim, clerk)).toMatchObject(refusal);
    expect(await merge(victim, own, clerk)).toMatchObject(refusal);
    expect(await merge(own, victim, manager)).toMatchObject({ isSuccess: true });
    const one = await reader();
    const twin = await reader({ email_address: one.email.toUpperCase() });
    expect(await merge(one, twin, clerk)).toMatchObject({ isSuccess: true });
  });

  it("requires a manager when the kept account’s mailbox isn’t confirmed, and keeps the deadline of its own orders", async () => {
    const [victim, title] = [await reader(), await fixture.newTitle("Kept", 9)];
    const stranger = await reader({ email_address: victim.email, mailbox_confirmed_at: null });
    const [orderId, ownOrder] = [
      await fixture.order(victim, [[title, 1]]),
      await fixture.order(stranger, [[title, 1]]),
    ];
    const refusal = { isSuccess: false, reason: { kind: "merge-by-manager" } };
    expect(await merge(stranger, victim, clerk)).toMatchObject(refusal);
    expect((await call(stranger, `GET Order/GetOrderForUser/${orderId}`)).status).toBe(404);
    expect(await merge(stranger, victim, manager)).toMatchObject({ isSuccess: true });
    const orders = await db
      .selectFrom("orders")
      .select(["order_id", "confirm_by"])
      .where("borrower_id", "=", stranger.borrowerId)
      .orderBy("order_id")
      .execute();
    expect(orders).toEqual([
      { order_id: orderId, confirm_by: null },
      { order_id: ownOrder, confirm_by: expect.any(Date) },
    ]);
  });

  it("lets a clerk move an unconfirmed account’s orders to the confirmed account with its address", async () => {
    const [owner, title] = [await reader(), await fixture.newTitle("Given", 9)];
    const stranger = await reader({ email_address: owner.email, mailbox_confirmed_at: null });
    const orderId = await fixture.order(stranger, [[title, 1]]);
    expect(await merge(owner, stranger, clerk)).toMatchObject({ isSuccess: true, data: { orders: 1 } });
    expect((await call(owner, `GET Order/GetOrderForUser/${orderId}`)).status).toBe(200);
  });
});

describe("the links in emails to a mailbox", () => {
  const expired = { isSuccess: false, reason: { kind: "link-expired" } };
  const over = { isSuccess: false, reason: { kind: "hold-over" } };

  /** Puts a copy on hold for a borrower; returns the secret of the email's link. */
  async function holdFor(person: Reader) {
    const title = await fixture.newTitle(`Held ${person.userName}`, 1);
    const lender = await reader();
    const orderId = await fixture.order(lender, [[title, 1]]);
    await call(person, `POST Waitlist/Join/${title.itemId}`);
    await call(manager, `POST Order/Cancel/${orderId}`, { reason: "Not needed" });
    await letPass(db, 120);
    await fixture.writeNotices();
    return { title, token: await secretIn(fixture, person.email) };
  }

  it("end when the mailbox changes: holds, password resets, and confirmations", async () => {
    const person = await reader();
    const { title, token } = await holdFor(person);
    expect(await call(null, "POST Waitlist/GetOffer", { token })).toMatchObject({ isSuccess: true });
    const reset = buttonsOf(await requestReset(person.userName, person.email))[0]?.secret;
    await db
      .updateTable("borrowers")
      .set({ mailbox_confirmed_at: null })
      .where("borrower_id", "=", person.borrowerId)
      .execute();
    await call(person, "POST Account/SendConfirmation");
    const confirmation = await secretIn(fixture, person.email);

    await move(person, manager);
    for (const name of ["GetOffer", "OrderOffer"])
      expect(await call(null, `POST Waitlist/${name}`, { token })).toMatchObject(over);
    expect(await call(null, "POST Account/CheckUserResetPassword", { token: reset })).toMatchObject(expired);
    expect(await call(null, `GET Account/CheckUserResetPassword/${reset}`)).toMatchObject(expired);
    expect(await call(null, "POST Account/ConfirmMailbox", { token: confirmation })).toMatchObject(expired);
    await move(person, manager, person.email);
    expect(await call(null, "POST Account/ConfirmMailbox", { token: confirmation })).toMatchObject(expired);
    fixture.clock.move(1000); // logs the person in again, because staff ended their sessions
    const { data: entries } = await call<{ entryId: number; held: object | null }[]>(
      person,
      "GET Waitlist/GetOwnPlaces",
    );
    expect(entries).toMatchObject([{ inventoryId: title.itemId, held: expect.anything() }]);
    expect(await call(person, `POST Waitlist/OrderHeld/${entries[0]?.entryId}`)).toMatchObject({ isSuccess: true });
  });

  it("end when the account is merged into another", async () => {
    const [from, to] = [await reader(), await reader()];
    const { token } = await holdFor(from);
    await call(manager, `POST Borrowers/Merge/${to.borrowerId}`, { fromBorrowerId: from.borrowerId });
    expect(await call(null, "POST Waitlist/OrderOffer", { token })).toMatchObject(over);
  });
});
