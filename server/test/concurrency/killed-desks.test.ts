import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, expect, it } from "vitest";
import * as z from "zod";
import { testConfiguration } from "#server/test/secret-key.ts";
import { systemClock } from "#server/platform/clock.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { placeOrder } from "#server/orders/place-order.ts";
import { type Child, killChildren, startChild } from "../child-process.ts";
import { testDatabase } from "../database.ts";
import { aBorrower, anAdmin, anItem } from "../factories.ts";
import { urlOf } from "../global-setup.ts";
import { noLimits, setRules } from "../set-rules.ts";
import { type Deed, type Send, workAtDesk } from "./desk-work.ts";
import { faultsIn } from "./faults.ts";

/** The library is killed three times in each round; `DESK_ROUNDS=50 npx vitest run killed-desks` runs longer. */
const rounds = Number(process.env.DESK_ROUNDS ?? 1);
const [titlesPerRound, copiesPerTitle, ordersPerRound] = [3, 4, 6];

const { db, connection } = await testDatabase();
const parts = { db, clock: systemClock, configuration: testConfiguration({}) };
const folder = mkdtempSync(path.join(os.tmpdir(), "library-desks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(killChildren);
await setRules(db, noLimits);

const settings = {
  DATABASE_URL: urlOf(connection),
  DATA_DIR: folder,
  PORT: "0",
  SEED: "none",
  LOG_LEVEL: "silent",
  RATE_LIMIT_SCALE: "100000",
};

const answer = z.object({
  isSuccess: z.boolean(),
  id: z.number().optional(),
  data: z.object({ orderId: z.number().optional() }).nullish().catch(undefined),
});

type Somebody = { token: string };
type Instance = {
  child: Child;
  /** Sends each call once. */
  as: (somebody: Somebody) => Send;
};

/** Starts another instance of the library. */
async function start(): Promise<Instance> {
  const child = startChild("server/main.ts", settings);
  const address = (await child.line(/^The lending library is at /)).replace("The lending library is at ", "");
  const as = ({ token }: Somebody): Send => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    return async (call, body) => {
      const response = await fetch(`${address}/api/${call}`, { method: "POST", headers, body: JSON.stringify(body) });
      return { status: response.status, ...answer.parse(await response.json()) };
    };
  };
  return { child, as };
}

/** Repeats calls that get a 503, from an instance that just started or on a busy machine. */
const patient =
  (send: Send): Send =>
  async (call, body) => {
    let answer = await send(call, body);
    while (answer.status === 503) answer = await pause(200).then(() => send(call, body));
    return answer;
  };

async function kill({ child }: Instance): Promise<void> {
  child.kill("SIGKILL");
  await child.exited;
}

async function newOrder(borrowerId: number, items: readonly { itemId: number }[]): Promise<number> {
  const lines = items.map(({ itemId }) => ({ itemId, quantity: 1 }));
  const input = { borrowerId, cartKey: randomBytes(16).toString("hex"), lines, at: new Date() };
  return inTransaction(db, (tx) => placeOrder(tx, input));
}

/** Places orders for new titles that have too few copies. */
async function newOrders(borrowerId: number) {
  const items: { itemId: number }[] = [];
  for (let count = 0; count < titlesPerRound; count += 1) items.push(await anItem({ db }, copiesPerTitle));
  const orderIds: number[] = [];
  for (let count = 0; count < ordersPerRound; count += 1) {
    const orderItems = items.filter((_, index) => index !== count % 3);
    orderIds.push(await newOrder(borrowerId, orderItems));
  }
  return { orderIds, itemIds: items.map(({ itemId }) => itemId) };
}

/** Expects each order's history to have every acknowledged change, and none twice. */
async function expectEvents(deeds: readonly Deed[]) {
  for (const orderId of new Set(deeds.map((deed) => deed.orderId))) {
    for (const call of new Set(deeds.map((deed) => deed.call))) {
      // a swap is in the other order's history, too
      const ofOrder = db.selectFrom("order_events").where("order_id", "=", orderId).where("part_of", "is", null);
      const { length: entries } = await ofOrder.select("event_id").where("call", "=", call).execute();
      const of = (became: Deed["became"]) =>
        deeds.filter((deed) => deed.orderId === orderId && deed.call === call && deed.became === became).length;
      // a second desk that undoes, cancels, packs, or changes the same thing again gets "done" and writes no event; renewing many
      // has an answer for each order
      const minEvents = /Undo|Cancel|CheckOutAll|ChangeLines|RenewMany/.test(call) ? 0 : of("done");
      expect(entries, `${call} of order ${orderId}`).toBeGreaterThanOrEqual(minEvents);
      // the copy of an unanswered call may have been swapped into another order since it was chosen
      const unknown = deeds.filter((deed) => deed.call === call && deed.became === "unknown").length;
      expect(entries, `${call} of order ${orderId}`).toBeLessThanOrEqual(of("done") + unknown);
    }
  }
}

/** Returns the copies that are neither on the shelf, nor on an order, nor lost from one. */
async function straysAmong(itemIds: readonly number[]) {
  const { rows } = await sql`
    select copy_id from copies where item_id = any(${[...itemIds]}::integer[]) and is_inactive is distinct from coalesce((
      select loan = 'lost' from assignments where assignments.copy_id = copies.copy_id and loan <> 'undone'
      order by released_at desc nulls first, assignment_id desc limit 1), false)`.execute(db);
  return rows;
}

const waiting = async () => {
  const jobs = db.selectFrom("jobs").select("key").where("kind", "=", "write-notice");
  return (await jobs.where("state", "=", "waiting").execute()).length;
};

/**
 * Makes every waiting mail job due, and returns how many there are. Ends the leases of instances killed before `killedAt`;
 * running jobs keep theirs, or they would start again and again until they count as crashed.
 */
const makeDue = async (killedAt = new Date(0)) => {
  await sql`
    update jobs set run_at = least(run_at, now()),
      leased_until = case when lease is not null then least(leased_until, now()) end
    where kind = 'write-notice' and state = 'waiting' and (lease is null or started_at < ${killedAt})`.execute(db);
  return waiting();
};

async function mailsAbout(orderId: number, kind: string): Promise<number> {
  return (await sql`select from mails where kind = ${kind} and subject ~ ${`#${orderId}\\M`}`.execute(db)).rows.length;
}

/** Expects each order to have the emails that its state calls for. */
async function expectMails(orderIds: readonly number[]) {
  const surprises: string[] = [];
  for (const orderId of orderIds) {
    const { rows } = await sql<Record<"canceled" | "shipped" | "returned", number>>`
      select (status_id = 5)::integer as canceled, (status_id = 3)::integer as shipped,
        exists (select from assignments where assignments.order_id = orders.order_id
          and (condition is not null or status_id = 4 and loan = 'returned'))::integer as returned
      from orders where order_id = ${orderId}`.execute(db);
    const mails = {
      canceled: await mailsAbout(orderId, "order-canceled"),
      shipped: await mailsAbout(orderId, "order-shipped"),
      returned: await mailsAbout(orderId, "order-returned"),
    };
    if (JSON.stringify(mails) !== JSON.stringify(rows[0]))
      surprises.push(
        `Order ${orderId} has ${JSON.stringify(mails)}, expected ${JSON.stringify(rows[0])}:`,
        ...(await storyOf(orderId)),
      );
  }
  expect(surprises.join("\n")).toBe(""); // joined, because a list would be reported without its words
}

/** Returns an order's loans, changes, emails, and jobs, each a line of JSON. */
async function storyOf(orderId: number): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select to_jsonb(loans)::text as line from (
      select assignment_id, copy_id, loan, release_reason, condition from assignments where order_id = ${orderId} order by 1) as loans
    union all select to_jsonb(events)::text from (
      select event_id, at, call, undone_at, changes -> 'order' -> 'status_id' as status,
        jsonb_path_query_array(changes, '$.loans.keyvalue().key') as loans
      from order_events where order_id = ${orderId} order by event_id) as events
    union all select to_jsonb(emails)::text from (
      select kind, written_at, once_key, subject from mails where subject ~ ${`#${orderId}\\M`} order by mail_id) as emails
    union all select to_jsonb(jobs)::text from jobs where kind = 'write-notice' and split_part(key, '/', 1) = ${String(orderId)}`.execute(
    db,
  );
  return rows.map(({ line }) => line);
}

/** Expects one email about the last due date, however often a package is renewed within two minutes. */
async function expectOneMailForRenewals(orderIds: readonly number[], send: Send) {
  const ofRound = db.selectFrom("orders").select("order_id").where("order_id", "in", orderIds);
  const shipped = (await ofRound.where("status_id", "=", 3).execute()).map(({ order_id }) => order_id);
  const before = new Map<number, number>();
  for (const orderId of shipped) before.set(orderId, await mailsAbout(orderId, "due-changed"));
  for (const orderId of [...shipped, ...shipped]) await send(`Order/Renew/${orderId}`, {});
  await expect.poll(() => makeDue(), { timeout: 60_000 }).toBe(0);
  for (const [orderId, mails] of before) expect(await mailsAbout(orderId, "due-changed")).toBe(mails + 1);
}

/** Expects one order for each waitlist entry that was ordered, and one email for each hold. */
async function expectWaitlist(orderedFromWaitlist: ReadonlySet<number>) {
  const { rows } = await sql<Record<"places" | "orders" | "told" | "mails", number> & { ids: number[] }>`
    select (select count(*)::integer from waitlist_entries where leave_reason = 'ordered') as places,
      (select count(*)::integer from orders where cart_key like 'held-%') as orders,
      (select count(*)::integer from waitlist_offers where emailed_at is not null) as told,
      (select count(*)::integer from mails where kind = 'copy-held') as mails,
      array(select order_id from orders where cart_key like 'held-%') as ids`.execute(db);
  expect(rows[0]?.orders).toBe(rows[0]?.places);
  expect(rows[0]?.mails).toBe(rows[0]?.told);
  expect(rows[0]?.ids).toEqual(expect.arrayContaining([...orderedFromWaitlist]));
}

it(
  "library loses nothing, lends and emails nothing twice, and keeps the waitlist's order while instances are killed",
  { timeout: (rounds + 1) * 90_000 },
  async () => {
    const [clerk, colleague] = [await anAdmin(parts), await anAdmin(parts)];
    const { borrowerId } = await aBorrower(parts);
    const done = new Map<string, number>();
    const orderedFromWaitlist = new Set<number>();
    let unanswered = 0;
    let survivor: Instance | undefined;
    for (let round = 0; round < rounds; round += 1) {
      const readers = [await aBorrower(parts), await aBorrower(parts), await aBorrower(parts)];
      const { orderIds, itemIds } = await newOrders(borrowerId);
      const canceled = await newOrder(borrowerId, [await anItem({ db })]);
      const deeds: Deed[] = [];
      const onOrder = (orderId: number) => {
        orderedFromWaitlist.add(orderId);
        if (!orderIds.includes(orderId)) orderIds.push(orderId);
      };
      const work = async ({ as }: Instance, isOver: () => boolean) => {
        const atDesks = [clerk, colleague, clerk, colleague].map((hand) =>
          workAtDesk({ db, send: as(hand), orderIds, deeds, done }, isOver),
        );
        const onWaitlist = readers.map((reader) =>
          waitOnWaitlist({ db, send: patient(as(reader)), borrowerId: reader.borrowerId, itemIds, onOrder }, isOver),
        );
        await Promise.all([...atDesks, ...onWaitlist]);
      };
      // together, and the third before it is needed: most of the time goes into loading the product
      const [one, other, again] = await Promise.all([survivor ?? start(), start(), start()]);
      let [isKilled, isOver] = [false, false];
      const [firstWork, secondWork] = [work(one, () => isKilled), work(other, () => isOver)];
      const moment = 60 + Math.floor(Math.random() * 60);
      await expect.poll(() => deeds.length, { timeout: 60_000, interval: 1 }).toBeGreaterThan(moment);
      const answer = await patient(one.as(clerk))(`Order/Cancel/${canceled}`, { reason: "Not needed." });
      expect(answer).toMatchObject({ isSuccess: true });
      await kill(one); // before this order's email, and in the middle of everything else
      expect(await mailsAbout(canceled, "order-canceled")).toBe(0);
      isKilled = true; // borrowers waiting for a hold make no calls in the meantime
      await firstWork;

      const minDeeds = deeds.length + 160;
      await work(again, () => deeds.length >= minDeeds);
      isOver = true;
      await secondWork;
      unanswered += deeds.filter(({ became }) => became === "unknown").length;
      // no title is steady, because an undo may take copies that others reserved since
      expect([...(await faultsIn(db, []))].join()).toBe(""); // joined, because a list would be reported without its words
      expect(await waitlistFaults(db)).toEqual([]);
      expect(await straysAmong(itemIds)).toEqual([]);
      await expectEvents(deeds);

      const due = await makeDue();
      await expect.poll(waiting, { timeout: 30_000, interval: 1 }).toBeLessThan(Math.max(due, 1));
      await Promise.all([kill(other), kill(again)]); // while they write the emails
      const killedAt = new Date();
      const last = await start();
      survivor = last;
      await expect.poll(() => makeDue(killedAt), { timeout: 60_000 }).toBe(0);
      await expectMails([canceled, ...orderIds]);
      expect(await mailsAbout(canceled, "order-canceled")).toBe(1);
      await expectWaitlist(orderedFromWaitlist);
      await expectOneMailForRenewals(orderIds, patient(last.as(clerk)));
    }
    expect(orderedFromWaitlist.size).toBeGreaterThan(0);
    process.stdout.write(
      `${rounds * 3} kills, ${unanswered} calls unanswered, ${orderedFromWaitlist.size} orders from the waitlist: ${JSON.stringify([...done])}\n`,
    );
  },
);

/** Queries that must never find rows. */
const queries = [
  [
    "a copy has two holds",
    sql`select from waitlist_offers where closed_at is null and copy_id is not null group by copy_id having count(*) > 1`,
  ],
  [
    "a borrower has two holds on a title",
    sql`select from waitlist_offers where closed_at is null group by entry_id having count(*) > 1`,
  ],
  [
    "a held copy is assigned",
    sql`select from waitlist_offers join assignments using (copy_id) where closed_at is null and released_at is null`,
  ],
  [
    "a later entry got a hold first",
    sql`select from waitlist_offers as later join waitlist_entries as other using (entry_id), waitlist_entries as earlier
      where earlier.item_id = other.item_id and earlier.entry_id < other.entry_id
        and not exists (select from waitlist_offers where waitlist_offers.entry_id = earlier.entry_id and offer_id < later.offer_id)`,
  ],
] as const;

/** Returns the current faults of the waitlists. */
async function waitlistFaults(db: Database): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, rows] of queries) if ((await sql`${rows} limit 1`.execute(db)).rows.length > 0) faults.push(name);
  return faults;
}

type Reader = {
  db: Database;
  /** Makes a call as the borrower; throws a TypeError if nothing answers. */
  send: Send;
  borrowerId: number;
  itemIds: readonly number[];
  /** Called with each order for a held copy. */
  onOrder: (orderId: number) => void;
};

function refuseFaults(status: number, call: string): void {
  if (status >= 500) throw new Error(`Waitlist/${call} returned ${status}.`);
}

/**
 * Joins the waitlist of each title once, and orders held copies, until `isOver` or until the library stops responding.
 */
async function waitOnWaitlist({ db, send, borrowerId, itemIds, onOrder }: Reader, isOver: () => boolean) {
  while (!isOver()) {
    const { rows } = await sql<{ item_id: number; entry_id: number | null; is_held: boolean }>`
      select items.item_id, entry_id, exists (
          select from waitlist_offers where waitlist_offers.entry_id = waitlist_entries.entry_id and closed_at is null) as is_held
      from items left join waitlist_entries on waitlist_entries.item_id = items.item_id and borrower_id = ${borrowerId}
      where items.item_id = any(${[...itemIds]}::integer[]) order by random()`.execute(db);
    const next = rows.find((row) => row.is_held) ?? rows.find((row) => row.entry_id === null);
    try {
      if (next?.is_held) {
        const { status, id } = await send(`Waitlist/OrderHeld/${next.entry_id}`, {});
        refuseFaults(status, "OrderHeld");
        if (id !== undefined) onOrder(id);
      } else if (next) {
        const { status } = await send(`Waitlist/Join/${next.item_id}`, {});
        refuseFaults(status, "Join");
      }
    } catch (error) {
      if (error instanceof TypeError) return; // the library was killed before or during the call
      throw error;
    }
    await pause(20); // leaves the desks time to work
  }
}
