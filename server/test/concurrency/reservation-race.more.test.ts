import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, expect, it } from "vitest";
import { dayAfter } from "#contract/orders/business-days.ts";
import { systemClock, today } from "#server/platform/clock.ts";
import { testConfiguration } from "#server/test/secret-key.ts";
import { killChildren, startChild } from "../child-process.ts";
import { testDatabase } from "../database.ts";
import { aBorrower, anAdmin, anItem } from "../factories.ts";
import { urlOf } from "../global-setup.ts";
import { noLimits, setRules } from "../set-rules.ts";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import type { Teaching } from "#contract/orders/teaching-days.ts";
import { stockDisagreements } from "#server/catalog/copies/stock.queries.ts";
import { planDisagreements } from "#server/catalog/copies/upkeep.ts";
import { watchReservations } from "#server/waitlist/reservations/watch-reservations.ts";
import type { Database } from "#server/platform/database.ts";

const { db, connection } = await testDatabase();
const configuration = testConfiguration({});
const parts = { db, clock: systemClock, configuration };
const folder = mkdtempSync(path.join(os.tmpdir(), "library-race-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(killChildren);
await setRules(db, noLimits);

async function start(): Promise<Instance> {
  const child = startChild("server/main.ts", {
    DATABASE_URL: urlOf(connection),
    DATA_DIR: folder,
    PORT: "0",
    SEED: "none",
    LOG_LEVEL: "silent",
    RATE_LIMIT_SCALE: "100000",
  });
  const address = (await child.line(/^The lending library is at /)).replace("The lending library is at ", "");
  const kill = async () => {
    child.kill("SIGKILL");
    await child.exited;
  };
  return { address, kill };
}

it(
  "library keeps every reservation, or says that it can't, while instances are killed",
  { timeout: 240_000 },
  async () => {
    const racers = [];
    for (let n = 0; n < 12; n += 1) racers.push(await aBorrower(parts));
    const { figures, wrong } = await raceReservations({
      db,
      start,
      racers,
      seconds: 4,
      kills: 1,
      clerk: await anAdmin(parts),
      title: await anItem(parts, 6),
      weeks: someWeeks(today(systemClock, configuration.timeZone)),
    });
    expect(wrong).toEqual([]);
    expect(figures.orders).toBeGreaterThan(0);
  },
);

/** A running library over the database of the race. */
type Instance = { address: string; kill: () => Promise<void> };

/** A title whose copies the desk removes and brings back while everyone orders it for these weeks. */
type Race = {
  db: Database;
  start: () => Promise<Instance>;
  racers: readonly { token: string }[];
  clerk: { token: string };
  title: { itemId: number; copyIds: readonly number[] };
  weeks: readonly Teaching[];
  seconds: number;
  kills: number;
};

const answer = z.object({ isSuccess: z.boolean(), id: z.number().optional(), data: z.optional(z.unknown()) });

type Running = {
  instances: Instance[];
  isOver: boolean;
  figures: Record<"orders" | "refused" | "canceled" | "unanswered", number>;
};

const maxTries = 400; // half a minute or more, in which an instance starts

/** Calls one instance, then the other, until one responds. Earlier attempts may have worked, too. */
async function ask(running: Running, token: string, call: string, body: object = {}) {
  for (let tries = 0; ; tries += 1) {
    const { address } = running.instances[tries % running.instances.length] ?? { address: "" };
    try {
      const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
      const response = await fetch(`${address}/api/${call}`, { method: "POST", headers, body: JSON.stringify(body) });
      if (response.status < 500) return answer.parse(await response.json());
      if (tries > maxTries) throw new Error(`${call} returned ${response.status} ${tries} times.`);
    } catch (error) {
      if (tries > maxTries) throw error;
    }
    running.figures.unanswered += 1;
    await pause(20 + Math.random() * 50);
  }
}

/** Orders weeks, and cancels some of them, until the race is over; returns the acknowledged orders that it didn't cancel. */
async function raceAs(race: Race, running: Running, { token }: { token: string }): Promise<[number, Teaching][]> {
  const orders: [number, Teaching][] = [];
  while (!running.isOver) {
    const { data: cart } = await ask(running, token, `Cart/AddItemToCart/${race.title.itemId}/1/false`);
    const week = race.weeks[Math.floor(Math.random() * race.weeks.length)];
    if (!week || typeof cart !== "string") continue;
    const days = `teachFrom=${week.from}&teachTo=${week.to}`;
    const { id } = await ask(running, token, `Order/SaveOrder/0/${cart}?${days}`);
    if (id === undefined) {
      running.figures.refused += 1;
      await pause(100 * Math.random());
      continue;
    }
    running.figures.orders += 1;
    if (Math.random() < 0.5) {
      await ask(running, token, `Order/CancelOwn/${id}`, { reason: "" });
      running.figures.canceled += 1;
    } else orders.push([id, week]);
  }
  return orders;
}

/** Moves copies to repair and back, so that reservations lose them. */
async function workAtDesk({ clerk, title }: Race, running: Running): Promise<void> {
  while (!running.isOver) {
    const copy = title.copyIds[Math.floor(Math.random() * title.copyIds.length)];
    const [from, to] = Math.random() < 0.5 ? ["shelf", "repair"] : ["repair", "shelf"];
    await ask(running, clerk.token, `Inspection/Move/${copy}`, { from, to });
    await pause(100);
  }
}

/** Kills one instance after another during the race. Returns figures, and any problems afterward. */
async function raceReservations(race: Race) {
  const figures = { orders: 0, refused: 0, canceled: 0, unanswered: 0 };
  const running: Running = { instances: await Promise.all([race.start(), race.start()]), isOver: false, figures };
  const work = Promise.all(race.racers.map((racer) => raceAs(race, running, racer)));
  const desk = workAtDesk(race, running);
  for (let kill = 0; kill < race.kills; kill += 1) {
    await pause((race.seconds * 1000) / (race.kills + 1));
    await running.instances[kill % 2]?.kill();
    running.instances[kill % 2] = await race.start();
  }
  await pause((race.seconds * 1000) / (race.kills + 1));
  running.isOver = true;
  const orders = (await work).flat();
  await desk;
  // break most reservations at the end: each borrower must get an email
  for (const copy of race.title.copyIds.slice(1))
    await ask(running, race.clerk.token, `Inspection/Move/${copy}`, { from: "shelf", to: "repair" });
  await Promise.all(running.instances.map((instance) => instance.kill()));
  const risks = await sendRiskEmails(race.db);
  return { figures: { ...figures, open: orders.length, ...risks }, wrong: await faultsIn(race, orders) };
}

/** Lets two instances send emails about risks, now and a day later; returns how many orders are at risk. */
async function sendRiskEmails(db: Database) {
  const configuration = testConfiguration({});
  for (const hours of [0, 25]) {
    const clock = { now: () => new Date(Date.now() + hours * 3_600_000) };
    const parts = { db, clock, configuration, closedDays: async () => [] };
    await watchReservations(parts);
    await Promise.all([watchReservations(parts), watchReservations(parts)]);
  }
  const { rows } = await sql<{ atRisk: number }>`
    select count(distinct order_id)::integer as "atRisk" from bookings join order_lines using (order_line_id)
    where copy_id is null`.execute(db);
  return { atRisk: rows[0]?.atRisk ?? 0 };
}

async function faultsIn({ db, title: { itemId } }: Race, orders: readonly [number, Teaching][]): Promise<string[]> {
  const wrong: string[] = [];
  const { rows } = await sql<{ order_id: number; from: string; places: number; at_risk: number; told: number }>`
    select order_id, teach_from as from,
      (select count(*)::integer from bookings where bookings.order_line_id = order_lines.order_line_id) as places,
      (select count(*)::integer from bookings where bookings.order_line_id = order_lines.order_line_id and copy_id is null) as at_risk,
      (select count(*)::integer from mails where kind = 'dates-at-risk' and subject ~ ('#' || order_id || '\\M')) as told
    from orders join order_lines using (order_id) join order_line_dates using (order_line_id)
    where order_lines.item_id = ${itemId} and is_open order by order_id`.execute(db);
  const known = new Map(orders.map(([id, { from }]) => [id, from]));
  for (const row of rows) {
    if (known.get(row.order_id) !== row.from) wrong.push(`order ${row.order_id} exists and wasn't acknowledged`);
    if (row.places !== 1) wrong.push(`order ${row.order_id} has ${row.places} bookings`);
    if (row.told !== row.at_risk)
      wrong.push(`order ${row.order_id} has ${row.at_risk} copies at risk and got ${row.told} emails`);
  }
  const storedIds = new Set(rows.map(({ order_id }) => order_id));
  for (const id of known.keys()) if (!storedIds.has(id)) wrong.push(`order ${id} was acknowledged and is gone`);
  for (const { sentence } of await planDisagreements(db, { after: 0, last: 2 ** 31 - 1 })) wrong.push(sentence);
  for (const { stored, counted } of await stockDisagreements(db)) wrong.push(`${stored}; counted ${counted}`);
  return wrong;
}

/** Returns three school weeks that are near enough for emails about risks, and beyond a loan that starts today. */
function someWeeks(today: string): Teaching[] {
  const far = dayAfter(today, 46);
  const monday = dayAfter(far, (8 - new Date(`${far}T00:00:00Z`).getUTCDay()) % 7);
  return [0, 2, 7].map((days) => ({ from: dayAfter(monday, days), to: dayAfter(monday, days + 4) }));
}
