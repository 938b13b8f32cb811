import { statuses } from "#contract/codes.ts";
import type { PromiseRisk } from "#contract/borrowers/promises.ts";
import { daysOfTitles } from "#server/modules/stock/public.ts";
import { inTransaction, type Transaction } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { hashOf } from "#server/platform/mail/link-secret.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { cancelOwn } from "../cancel/cancel-order.ts";
import { stateOf } from "../circulation.rules.ts";
import { type Asked, type DayParts, daysAsked } from "../days/days-asked.ts";
import { daysOfOrder } from "../days/days.queries.ts";
import { writeOwnChangeMail } from "../letters/write-order-mail.ts";
import { leaveDaysOut } from "../lines/lines.queries.ts";
import { changeOwnLines } from "../lines/change-lines.ts";
import { changeOrder, lockOrder } from "../order-changes.queries.ts";
import { considered, daysToMove, insteadOf, isPacked, otherDaysOf } from "./choices.ts";
import { forgetRisksOfOrder, type LineAtRisk, orderOfLink, similarTitles, titlesOfOrder } from "./risks.queries.ts";

type Linked = NonNullable<Awaited<ReturnType<typeof orderOfLink>>>;

/** What the link of an email can do; refused when there is no such link, or its order has no days anymore. */
export async function riskBehind(parts: DayParts, token: string): Promise<PromiseRisk> {
  const { db } = parts;
  const { order_id: orderId } = open(await orderOfLink(db, hashOf(token)));
  const days = open(await daysOfOrder(db, orderId));
  const titles = await titlesOfOrder(db, orderId);
  const atRisk = titles.filter(({ missing }) => missing > 0);
  const asked = await daysToMove(db, { orderId, days }, parts);
  const shown = [];
  for (const title of atRisk) {
    const { item_id: inventoryId, ...facts } = title;
    shown.push({ inventoryId, ...facts, instead: await insteadOf(db, title, titles, asked) });
  }
  return {
    orderId,
    teachFrom: days.teachFrom,
    teachTo: days.teachTo,
    titles: shown,
    other: atRisk.length === 0 ? [] : await otherDaysOf(db, orderId, titles, asked),
    titleCount: titles.length,
  };
}

/** Moves the order of a link to other days; gives its id. Done already, it stays as it is. */
export async function takeDays(parts: DayParts, token: string, asked: Asked): Promise<number> {
  const linked = open(await orderOfLink(parts.db, hashOf(token)));
  const { order_id: orderId, borrower_id: borrowerId } = linked;
  const { days: wanted } = open(await daysAsked(asked, { ...parts, borrowerId }));
  return change(parts, linked, async (tx, { titles, actor }) => {
    const days = await daysOfOrder(tx, orderId);
    if (days?.teachFrom === wanted.teachFrom && days.teachTo === wanted.teachTo) return;
    atRisk(titles);
    if (await isPacked(tx, orderId)) throw new Refusal({ kind: "not-changeable" });
    const lines = titles.map(({ item_id: itemId, quantity }) => ({ itemId, quantity }));
    const short = await daysOfTitles.moveToDays(tx, { orderId, lines }, wanted);
    if (short.length > 0) throw new Refusal({ kind: "no-room", titles: short });
    await changeOrder(tx, orderId, actor.userId);
    await leaveDaysOut(tx, orderId);
    await writeOwnChangeMail(tx, orderId, actor.at);
  });
}

/** Puts a similar title on the order of a link instead of one at risk; gives the order's id. Done already, it stays as it is. */
export async function takeInstead(parts: DayParts, token: string, { itemId, insteadId }: Swap): Promise<number> {
  const linked = open(await orderOfLink(parts.db, hashOf(token)));
  const orderId = linked.order_id;
  return change(parts, linked, async (tx, { titles, actor }) => {
    const isOn = (id: number) => titles.some(({ item_id }) => item_id === id);
    if (!isOn(itemId) && isOn(insteadId)) return;
    const { quantity } = atRisk(titles, itemId);
    const asked = await daysToMove(tx, { orderId, days: open(await daysOfOrder(tx, orderId)) }, parts);
    const similar = await similarTitles(tx, { itemId, quantity, most: considered });
    // only what was offered: a link is no way to order anything else
    if (isOn(insteadId) || !similar.some(({ inventoryId }) => inventoryId === insteadId)) over();
    const rest = titles.filter(({ item_id }) => item_id !== itemId);
    const lines = [...rest.map(lineOf), { itemId: insteadId, quantity }];
    await changeOwnLines(tx, { orderId, lines, days: asked.days }, actor);
    await writeOwnChangeMail(tx, orderId, actor.at);
  });
}

/** Takes a title at risk off the order of a link, or cancels the order with its only one; gives the order's id. */
export async function letGo(parts: DayParts, token: string, itemId: number): Promise<number> {
  const linked = open(await orderOfLink(parts.db, hashOf(token)));
  const { order_id: orderId, borrower_id: borrowerId } = linked;
  return change(parts, linked, async (tx, { titles, actor }) => {
    if (!titles.some(({ item_id }) => item_id === itemId)) return;
    atRisk(titles, itemId);
    if (titles.length === 1) return cancelOwn(tx, { orderId, borrowerId, reason: "" }, actor);
    const lines = titles.filter(({ item_id }) => item_id !== itemId).map(lineOf);
    await changeOwnLines(tx, { orderId, lines, days: open(await daysOfOrder(tx, orderId)) }, actor);
    await writeOwnChangeMail(tx, orderId, actor.at);
  });
}

type Swap = { itemId: number; insteadId: number };
type Work = (tx: Transaction, order: { titles: readonly LineAtRisk[]; actor: Actor }) => Promise<void>;

/** Changes the order of a link while it waits; what was told of it is over then. A canceled one stays as it is. */
async function change({ db, clock }: DayParts, { order_id: orderId, user_id: userId }: Linked, work: Work) {
  await inTransaction(db, async (tx) => {
    const order = found(await lockOrder(tx, orderId));
    if (order.status_id === statuses.cancelled) return;
    if (!stateOf(order.status_id).mayBeChanged) over();
    await work(tx, { titles: await titlesOfOrder(tx, orderId), actor: { userId, at: clock.now() } });
    await forgetRisksOfOrder(tx, orderId);
  });
  return orderId;
}

const lineOf = ({ item_id: itemId, quantity }: LineAtRisk) => ({ itemId, quantity });

/** A title of an order that is at risk: that one, or any. */
function atRisk(titles: readonly LineAtRisk[], itemId?: number): LineAtRisk {
  return open(titles.find(({ item_id, missing }) => missing > 0 && (itemId ?? item_id) === item_id));
}

const open = <T>(value: T | undefined): T => value ?? over();

function over(): never {
  throw new Refusal({ kind: "promise-over" });
}
