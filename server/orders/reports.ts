import { isOnTheWayBack } from "#contract/orders/on-the-way-back.ts";
import { maxPhotosPerDay, maxReports, settleReports as settleCall } from "#contract/orders/way-back.ts";
import { statuses } from "#contract/catalog/codes.ts";
import { Refusal, refusalOfField } from "#server/refusals/refusal.ts";
import { type Clock, dayOf } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { hasShipped } from "./orders.rules.ts";
import { lockOrder, lockOwnOrder, type OwnOrder } from "./order-changes.queries.ts";
import {
  countPhotosSince,
  deletePhoto,
  deleteUnsentBefore,
  describePhoto,
  insertOwnPhoto,
  insertPhoto,
  insertReport,
  loanInWords,
  lockSender,
  noteArrived,
  noteSentBack,
  type Photo,
  photosOf,
  reportsOf,
  sendWithReport,
  sentPhotosOf,
  settle,
} from "./reports.queries.ts";
import type { Received, UploadedFile } from "#contract/wire/endpoint.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { type Actor, type LoggedAction, recordActivity } from "#server/platform/record-activity.ts";
import { encodePicture } from "#server/site/public.ts";
import { addPhoto as addCall, maxPhotos, removePhoto as removeCall } from "#contract/desk/returns.ts";

type SentBack = { sentOn: string; trackingNumber: string };

/**
 * Records that a borrower mailed a shipped order back, which pauses its reminders. A repeat replaces the date, but
 * can't extend the pause.
 */
export async function recordSentBack(
  db: Database,
  { sentOn, trackingNumber, ...own }: OwnOrder & SentBack,
  at: Date,
  { timeZone }: Pick<Configuration, "timeZone">,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOwnShipped(tx, own);
    const today = dayOf(at, timeZone);
    if (sentOn > today || sentOn < (order.ship_date ?? sentOn))
      throw refusalOfField({ kind: "sent-back-day" }, "sentOn");
    const first = order.first_sent_back_on;
    if (first !== null && first >= (order.ship_date ?? first) && !isOnTheWayBack(first, sentOn))
      throw refusalOfField({ kind: "sent-back-long-ago" }, "sentOn");
    await noteSentBack(tx, own.orderId, sentOn, trackingNumber);
  });
}

export async function recordArrival(
  db: Database,
  { arrivedOn, ...own }: OwnOrder & { arrivedOn: string },
  at: Date,
  { timeZone }: Pick<Configuration, "timeZone">,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { ship_date: shipped } = await lockOwnShipped(tx, own);
    if (arrivedOn > dayOf(at, timeZone) || arrivedOn < (shipped ?? arrivedOn))
      throw refusalOfField({ kind: "arrival-day" }, "arrivedOn");
    await noteArrived(tx, own.orderId, arrivedOn);
  });
}

async function lockOwnShipped(tx: Transaction, own: OwnOrder) {
  const order = await lockOwnOrder(tx, own);
  if (order.status_id === statuses.returned) throw new Refusal({ kind: "order-returned" });
  if (order.status_id !== statuses.shipped) throw new Refusal({ kind: "not-shipped" });
  return order;
}

type ProblemInput = { words: string; photoIds: readonly number[] };

export async function reportProblem(
  db: Database,
  { words, photoIds, ...own }: OwnOrder & ProblemInput,
  at: Date,
): Promise<void> {
  const photos = new Set(photoIds);
  await inTransaction(db, async (tx) => {
    const order = await lockOwnOrder(tx, own);
    if (!hasShipped(order)) throw new Refusal({ kind: "not-shipped" });
    const before = await reportsOf(tx, [own.orderId]);
    const last = before.at(-1);
    if (last?.words === words) {
      const sentPhotos = await sentPhotosOf(tx, [own.orderId], own.borrowerId);
      const lastPhotos = sentPhotos.filter(({ report_id }) => report_id === last.report_id).map((row) => row.photo_id);
      if ([...photos].every((photoId) => lastPhotos.includes(photoId))) return; // a repeated request
    }
    if (before.length >= maxReports) throw new Refusal({ kind: "reports-full" });
    const reportId = await insertReport(tx, own.orderId, words, at);
    if ((await sendWithReport(tx, own, [...photos], reportId)) < photos.size)
      throw refusalOfField({ kind: "photo-gone" }, "photoIds");
  });
}

type Settlement = Received<typeof settleCall>["body"];

/** Marks an order's reports as resolved or open again. A newer report stays open. */
export async function settleReports(db: Database, orderId: number, input: Settlement, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    found(await lockOrder(tx, orderId));
    const open = async () => (await reportsOf(tx, [orderId])).filter(({ settled_at }) => settled_at === null).length;
    const reports = (await reportsOf(tx, [orderId])).slice(0, input.reports);
    if (reports.length === 0) throw new HttpError(404);
    const before = await open();
    const ids = reports.map(({ report_id }) => report_id);
    await settle(tx, ids, input.isSettled ? actor : null);
    await recordActivity(tx, actor, {
      call: settleCall.call,
      kind: "order",
      subjectId: orderId,
      label: `Order ${orderId}`,
      before: { "Open reports": before },
      after: { "Open reports": await open() },
    });
  });
}

const maxBytes = 1_000_000;
const smallWidth = 320; // pixels

/** Re-encodes a photo upright, without its location and camera. Rejects anything but a picture. */
async function encodePhoto(bytes: Uint8Array): Promise<Photo> {
  const { versions } = await encodePicture(bytes);
  const smallest = found(versions[0]);
  const storableVersions = versions.filter(({ content }) => content.length <= maxBytes);
  const small = storableVersions.findLast(({ width }) => width <= smallWidth) ?? smallest;
  return { large: Buffer.from((storableVersions.at(-1) ?? smallest).content), small: Buffer.from(small.content) };
}

/** Adds a photo to a loan. Returns its id. Stores only the large version, because no list shows small ones. */
export async function addPhoto(db: Database, assignmentId: number, { bytes }: UploadedFile, actor: Actor) {
  const { large } = await encodePhoto(bytes);
  return inTransaction(db, async (tx) => {
    const loan = found(await loanInWords(tx, assignmentId));
    await lockOrder(tx, loan.order_id);
    const { length: count } = await photosOf(tx, assignmentId);
    if (count >= maxPhotos) throw new Refusal({ kind: "photos-full", max: maxPhotos });
    const photoId = await insertPhoto(tx, assignmentId, large, actor);
    await logPhotoChange(tx, actor, { call: addCall.call, loan, photos: [count, count + 1] });
    return photoId;
  });
}

/** Removes a photo. Idempotent for simultaneous requests. */
export async function removePhoto(db: Database, photoId: number, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { assignment_id: assignmentId } = found(await describePhoto(tx, photoId));
    const loan = found(await loanInWords(tx, assignmentId));
    await lockOrder(tx, loan.order_id);
    const { length: count } = await photosOf(tx, assignmentId);
    if (!(await deletePhoto(tx, photoId))) return;
    await logPhotoChange(tx, actor, { call: removeCall.call, loan, photos: [count, count - 1] });
  });
}

type Loan = { order_id: number; sku_number: string; copy_number: number };
type Change = { call: LoggedAction["call"]; loan: Loan; photos: [before: number, after: number] };

async function logPhotoChange(tx: Transaction, actor: Actor, { call, loan, photos: [before, after] }: Change) {
  const field = `Photos of #${loan.sku_number} copy ${loan.copy_number}`;
  await recordActivity(tx, actor, {
    call,
    kind: "order",
    subjectId: loan.order_id,
    label: `Order ${loan.order_id}`,
    before: { [field]: before },
    after: { [field]: after },
  });
}

/** Adds a photo to a borrower's own shipped order. Returns its id, for a report. */
export async function addOwnPhoto(db: Database, own: OwnOrder, { bytes }: UploadedFile, at: Date): Promise<number> {
  await inTransaction(db, (tx) => allowAnother(tx, own, at)); // before decoding, which is expensive
  const photo = await encodePhoto(bytes);
  return inTransaction(db, async (tx) => {
    await allowAnother(tx, own, at);
    return insertOwnPhoto(tx, own, photo, at);
  });
}

async function allowAnother(tx: Transaction, own: OwnOrder, at: Date): Promise<void> {
  await lockSender(tx, own.borrowerId);
  if (!hasShipped(await lockOwnOrder(tx, own))) throw new Refusal({ kind: "not-shipped" });
  const aDayAgo = new Date(at.getTime() - unsentRetention);
  if ((await countPhotosSince(tx, own.borrowerId, aDayAgo)) >= maxPhotosPerDay)
    throw new Refusal({ kind: "photos-of-day" });
}

const unsentRetention = 24 * 60 * 60 * 1000; // ms

/** Deletes photos that no report included within a day. */
export async function cleanUpPhotos(db: Database, clock: Clock): Promise<void> {
  await deleteUnsentBefore(db, new Date(clock.now().getTime() - unsentRetention));
}
