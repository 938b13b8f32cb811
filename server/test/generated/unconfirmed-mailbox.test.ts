import { sql } from "kysely";
import { expect, it } from "vitest";
import { type MailKind, mailKinds } from "#contract/admin/mail.ts";
import { libraryJobs } from "#server/jobs.ts";
import { recountStock } from "#server/catalog/copies/stock.queries.ts";
import { writeReminders } from "#server/orders/notices/reminders.ts";
import { saveCalendar } from "#server/people/calendars/calendars.ts";
import { advanceWaitlists } from "#server/waitlist/waitlist.ts";
import { watchReservations } from "#server/waitlist/reservations/watch-reservations.ts";
import { inTransaction } from "#server/platform/database.ts";
import { createLog } from "#server/platform/log.ts";
import { circulationFixture, type Person, type Title } from "../circulation-fixture.ts";
import { password } from "../factories.ts";
import { letPass, runDueJobs } from "../run-jobs.ts";

const fixture = await circulationFixture(); // Monday, March 2, 2026, at 10 a.m.
const { db, call, clock } = fixture;
const start = clock.at;
const clerk = await fixture.newAdmin("clerk");
const other = await fixture.newBorrower("other");
const plenty = await fixture.newTitle("Plenty", 500);
const years = [{ from: "2025-08-13", to: "2026-06-05" }];
await saveCalendar(
  db,
  { calendarId: 0, district: "Valley Unified", years, breaks: [] },
  { userId: clerk.userId, at: start },
);

/** Something that sends a borrower an email. */
type Event = (who: Person) => Promise<unknown>;

/**
 * For each kind of email: why it may go to an unconfirmed mailbox, or the events that send it.
 */
const rows: Record<MailKind, string | Record<string, Event>> = {
  reset: "A person requested it; following its link confirms the mailbox.",
  "opt-in":
    "Goes to an address that signed up for the mailing list, without an account; it asks for confirmation itself.",
  "confirm-mailbox": "Has the confirmation link.",
  "borrower-invitation": "Goes only to confirmed mailboxes of imported borrowers.",
  welcome: "Written when the link is followed or staff confirm by phone, so the mailbox is confirmed by then.",
  "account-changed": {
    "its password changes": (who) =>
      call(who, "POST Account/ChangePassword/", { password, newPassword: "violet harbor lantern" }),
    "its borrower changes the email address": async (who) =>
      call(who, "POST Account/UpdateBorrower/", { ...(await cardOf(who)), emailAddress: newAddress(), password }),
    "staff change its email address": async (who) =>
      call(clerk, `POST Borrowers/Change/${who.borrowerId}`, { ...(await cardOf(who)), emailAddress: newAddress() }),
    "another account is merged into it": async (who) => {
      const fromBorrowerId = (await fixture.newBorrower(uniqueName("twin"))).borrowerId;
      return call(clerk, `POST Borrowers/Merge/${who.borrowerId}`, { fromBorrowerId });
    },
    "it is merged into another account": async (who) => {
      const { borrowerId } = await fixture.newBorrower(uniqueName("twin"));
      return call(clerk, `POST Borrowers/Merge/${borrowerId}`, { fromBorrowerId: who.borrowerId });
    },
  },
  "account-blocked": {
    "staff block and unblock it": async ({ borrowerId }) => {
      await call(clerk, `POST Borrowers/Block/${borrowerId}`, { reason: "Lost much." });
      return call(clerk, `POST Borrowers/Unblock/${borrowerId}`);
    },
  },
  "loans-transferred": {
    "its loans are transferred to a colleague": async (who) => {
      await shipOrder(who);
      return call(clerk, `POST Borrowers/TransferLoans/${who.borrowerId}`, { toBorrowerId: other.borrowerId });
    },
    "a colleague's loans are transferred to it": async (who) => {
      const colleague = await fixture.newBorrower(uniqueName("colleague"));
      await shipOrder(colleague);
      return call(clerk, `POST Borrowers/TransferLoans/${colleague.borrowerId}`, { toBorrowerId: who.borrowerId });
    },
  },
  "order-received": { "it orders again": (who) => fixture.order(who, [[plenty, 1]]) },
  "order-changed": {
    "staff change an order": async (who) => {
      const orderId = await fixture.order(who, [[plenty, 1]]);
      const { version } = (await call(clerk, `GET Order/Get/${orderId}`)).data;
      const lines = [{ inventoryId: plenty.itemId, quantity: 2 }];
      await call(clerk, `POST Order/ChangeLines/${orderId}`, { version, lines });
    },
    "its borrower removes a title": async (who) => {
      const { orderId, kit } = await orderAtRisk(who);
      return call(who, `POST Order/RemoveOwnTitle/${orderId}`, { inventoryId: kit.itemId });
    },
  },
  "order-shipped": { "an order ships": (who) => shipOrder(who) },
  "order-returned": {
    "a copy is checked in": async (who) => {
      const { kit } = await shipOrder(who);
      return call(clerk, "POST Returns/CheckIn", { inventoryItemId: kit.copyIds[0] });
    },
  },
  "order-canceled": {
    "staff cancel an order": async (who) =>
      call(clerk, `POST Order/Cancel/${await fixture.order(who, [[plenty, 1]])}`, { reason: "The school asked" }),
    "its borrower cancels an order": async (who) =>
      call(who, `POST Order/CancelOwn/${await fixture.order(who, [[plenty, 1]])}`, {}),
  },
  "copy-held": { "a copy is returned while it is next on the waitlist": (who) => nextOnWaitlist(who) },
  "waitlist-ended": {
    "the hold lapses": async (who) => {
      const { itemId } = await nextOnWaitlist(who);
      await work();
      await sql`update waitlist_offers set until_at = now() - interval '1 second' where item_id = ${itemId}`.execute(
        db,
      );
      await advanceWaitlists(db);
    },
    "the title is archived": async (who) => {
      const { itemId } = await nextOnWaitlist(who);
      return call(clerk, `POST Inventory/Archive/${itemId}`);
    },
    "the title is unarchived": async (who) => {
      const { itemId } = await nextOnWaitlist(who);
      await call(clerk, `POST Inventory/Archive/${itemId}`);
      await work();
      return call(clerk, `POST Inventory/Unarchive/${itemId}`);
    },
  },
  "dates-at-risk": {
    "no copy is left for its dates, and later there is one": async (who) => {
      const { kit } = await orderAtRisk(who);
      await lose(kit, false);
      for (const hours of [1, 24, 24]) await watchAfter(hours);
    },
  },
  "due-changed": {
    "staff change the due date": async (who) => {
      const { orderId, days } = await shipOrder(who);
      await work();
      const more = { ...days, returnDate: "2026-04-08" };
      return call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 3, ...more });
    },
    "its borrower renews an order": async (who) => {
      const { orderId } = await shipOrder(who);
      await work();
      return call(who, `POST Order/RenewOwn/${orderId}`);
    },
    "staff renew one copy": async (who) => {
      const { loanId } = await shipOrder(who);
      await work();
      return call(clerk, `POST Order/RenewCopy/${loanId}`);
    },
  },
  "due-soon": {
    "an order is due in ten days": async (who) => {
      await shipOrder(who, "2026-03-12");
      await writeReminders(fixture);
    },
    "staff send a reminder": async (who) => {
      const { orderId } = await shipOrder(who, "2026-03-20");
      return call(clerk, "POST Reminders/Send", { orderIds: [orderId] });
    },
  },
  overdue: {
    "an order is overdue": async (who) => {
      await shipOrder(who, "2026-03-01");
      await writeReminders(fixture);
    },
    "staff send a reminder": async (who) => {
      const { orderId } = await shipOrder(who, "2026-02-27");
      return call(clerk, "POST Reminders/Send", { orderIds: [orderId] });
    },
  },
  "year-end": {
    "it has a loan in the last month of school": async (who) => {
      await shipOrder(who, "2026-06-20");
      clock.at = new Date("2026-05-06T17:00:00Z");
      await writeReminders(fixture);
    },
  },
  "open-claims": {
    "staff send the letter about a lost copy": async (who) => {
      const { loanId } = await shipOrder(who);
      const lost = { orderInventoryItemId: loanId, kind: "lost", cost: "24.50" };
      const { data } = await call<{ claimId: number }>(clerk, "POST Claims/Open", lost);
      return call(clerk, `POST Claims/SendLetter/${data.claimId}`);
    },
  },
  message: {
    "staff write to it": async ({ borrowerId }) => {
      const message = { subject: "Hello", text: "We moved.", recipients: 1, key: uniqueName("a-key-of-a-message") };
      return call(clerk, "POST Mail/SendMessage", { to: "borrower", id: borrowerId, ...message });
    },
  },
  "staff-account": "Goes to staff, whose address their colleagues see and their login protects.",
  "staff-invitation": "Goes to an address that a manager typed; its link sets up the account.",
};

const events = mailKinds.flatMap((kind) => {
  const row = rows[kind];
  return typeof row === "string" ? [] : Object.entries(row).map(([when, event]) => ({ kind, when, event }));
});

/** Emails about orders that staff decided to ship. */
const aboutShippedOrders: readonly MailKind[] = [
  "loans-transferred",
  "order-shipped",
  "order-returned",
  "due-changed",
  "due-soon",
  "overdue",
  "year-end",
  "open-claims",
];
const isAboutShipped = ({ kind }: { kind: MailKind }) => aboutShippedOrders.includes(kind);

it.each(events.filter((row) => !isAboutShipped(row)))(
  "$kind goes only to a confirmed mailbox: $when",
  async ({ kind, event }) => {
    expect(await mailKindsAfter(event, { isConfirmed: true })).toContain(kind);
    expect(await mailKindsAfter(event, { isConfirmed: false })).toEqual([]);
  },
);

it.each(events.filter(isAboutShipped))(
  "$kind goes to any mailbox, because staff shipped the order: $when",
  async ({ kind, event }) => {
    expect(await mailKindsAfter(event, { isConfirmed: true })).toContain(kind);
    const kinds = await mailKindsAfter(event, { isConfirmed: false });
    expect(kinds).toContain(kind);
    expect(kinds.filter((other) => !isAboutShipped({ kind: other }))).toEqual([]);
  },
);

/** Returns the kinds of email that an event sends to a borrower with one earlier order. */
async function mailKindsAfter(event: Event, { isConfirmed }: { isConfirmed: boolean }): Promise<MailKind[]> {
  clock.at = start;
  const address = newAddress();
  const who = await fixture.newBorrower(uniqueName("reader"));
  const mailbox = { email_address: address, mailbox_confirmed_at: isConfirmed ? start : null };
  await db.updateTable("borrowers").set(mailbox).where("borrower_id", "=", who.borrowerId).execute();
  await fixture.order(who, [[plenty, 1]]);
  await event(who);
  await work();
  const mails = await db
    .selectFrom("mails")
    .select(sql<MailKind>`kind`.as("kind"))
    .where("to_address", "=", address)
    .orderBy("mail_id")
    .execute();
  const [first, ...others] = mails.map(({ kind }) => kind);
  expect(first).toBe("order-received"); // the only one about an unshipped order that an unconfirmed mailbox gets
  return others;
}

/** Runs the jobs that are due within an hour, except sending email. */
async function work(): Promise<void> {
  await letPass(db, 3600);
  const jobs = libraryJobs({ ...fixture, log: createLog("silent") });
  await runDueJobs(
    db,
    jobs.filter(({ kind }) => kind !== "send-mail"),
  );
}

let names = 0;
const uniqueName = (word: string) => `${word}${(names += 1)}`;
const newAddress = () => `${uniqueName("mailbox")}@school.example`;
const cardOf = async ({ userId, borrowerId }: Person) =>
  borrowerId === null
    ? {}
    : (await call<object>({ userId, borrowerId }, `GET Account/GetBorrowerInformationByUserId/${userId}`)).data;

/** Orders both copies of a kit, and ships them a month ago. */
async function shipOrder(who: Person, returnDate = "2026-04-01") {
  const kit = await fixture.newTitle("Kit", 2);
  const orderId = await fixture.order(who, [[kit, 2]], new Date("2026-02-02T18:00:00Z"));
  await call(clerk, `POST Order/CheckOutAll/${orderId}`);
  const days = { shipDate: "2026-02-02", returnDate };
  const { data } = await call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 3, ...days });
  return { kit, orderId, days, loanId: data.orderItems[0]?.orderInventoryItems[0]?.orderInventoryItemId };
}

/** Puts a borrower on the waitlist of a title whose copies are all on loan, and then returns them. */
async function nextOnWaitlist(who: Person): Promise<Title> {
  const { kit } = await shipOrder(other);
  await call(who, `POST Waitlist/Join/${kit.itemId}`);
  for (const copyId of kit.copyIds) await call(clerk, "POST Returns/CheckIn", { inventoryItemId: copyId });
  return kit;
}

/** Orders a kit and another title for a week in April; the kit's last copy was lost a day ago. */
async function orderAtRisk(who: Person) {
  const kit = await fixture.newTitle("Kit", 2);
  await orderForApril(other, [kit]);
  const orderId = await orderForApril(who, [kit, plenty]);
  await lose(kit, true);
  await watchAfter(0);
  await watchAfter(24);
  return { kit, orderId };
}

async function orderForApril(who: Person, titles: readonly Title[]): Promise<number> {
  let cart = "";
  for (const { itemId } of titles)
    cart = (await call<string>(who, `POST Cart/AddItemToCart/${itemId}/1/false/${cart}`)).data;
  return (await call(who, `POST Order/SaveOrder/0/${cart}?teachFrom=2026-04-06&teachTo=2026-04-10`)).id;
}

/** Marks a copy of a title as lost, or found again. */
async function lose({ itemId, copyIds }: Title, isLost: boolean): Promise<void> {
  await inTransaction(db, async (tx) => {
    const fields = { is_inactive: isLost, inactive_reason: isLost ? "lost" : null };
    await tx
      .updateTable("copies")
      .set(fields)
      .where("copy_id", "=", copyIds[0] ?? 0)
      .execute();
    await recountStock(tx, [itemId]);
  });
}

async function watchAfter(hours: number): Promise<void> {
  clock.move(hours * 3_600_000);
  await watchReservations({ ...fixture, closedDays: async () => [] });
}
