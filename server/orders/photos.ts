import { found } from "#server/refusals/http-error.ts";
import { encodePicture } from "#server/site/public.ts";
import { addPhoto as addCall, mostPhotos, removePhoto as removeCall } from "#contract/desk/returns.ts";
import type { UploadedFile } from "#contract/wire/endpoint.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type Actor, type AuditedAction, recordAudit } from "#server/platform/record-audit.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { lockOrder, lockOwn, type Own } from "./order-changes.queries.ts";
import {
  countPhotosSince,
  deletePhoto,
  deleteUnsentBefore,
  describePhoto,
  insertOwnPhoto,
  insertPhoto,
  loanInWords,
  lockSender,
  type Photo,
  photosOf,
} from "./photos.queries.ts";
import { mostPhotosADay } from "#contract/orders/way-back.ts";
import { hasShipped } from "./orders.rules.ts";
import type { Clock } from "#server/platform/clock.ts";

const most = 1_000_000; // bytes; what has more in it is kept smaller
const smallWidth = 320; // pixels

/** Re-encodes a photo for the database: upright, without its place and camera. What is no picture is refused. */
async function encodePhoto(bytes: Uint8Array): Promise<Photo> {
  const { versions } = await encodePicture(bytes);
  const least = found(versions[0]);
  const kept = versions.filter(({ content }) => content.length <= most);
  const small = kept.findLast(({ width }) => width <= smallWidth) ?? least;
  return { large: Buffer.from((kept.at(-1) ?? least).content), small: Buffer.from(small.content) };
}

/** Adds a photo to a loan, re-encoded; gives its id. It is kept in large alone: nobody lists them in small. */
export async function addPhoto(db: Database, assignmentId: number, { bytes }: UploadedFile, actor: Actor) {
  const { large } = await encodePhoto(bytes);
  return inTransaction(db, async (tx) => {
    const loan = found(await loanInWords(tx, assignmentId));
    await lockOrder(tx, loan.order_id);
    const { length: count } = await photosOf(tx, assignmentId);
    if (count >= mostPhotos) throw new Refusal({ kind: "photos-full", most: mostPhotos });
    const photoId = await insertPhoto(tx, assignmentId, large, actor);
    await trace(tx, actor, { call: addCall.call, loan, photos: [count, count + 1] });
    return photoId;
  });
}

/** Removes a photo; removing it twice is fine. */
export async function removePhoto(db: Database, photoId: number, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { assignment_id: assignmentId } = found(await describePhoto(tx, photoId));
    const loan = found(await loanInWords(tx, assignmentId));
    await lockOrder(tx, loan.order_id);
    const { length: count } = await photosOf(tx, assignmentId);
    if (!(await deletePhoto(tx, photoId))) return;
    await trace(tx, actor, { call: removeCall.call, loan, photos: [count, count - 1] });
  });
}

type Loan = { order_id: number; sku_number: string; copy_number: number };
type Change = { call: AuditedAction["call"]; loan: Loan; photos: [before: number, after: number] };

async function trace(tx: Transaction, actor: Actor, { call, loan, photos: [before, after] }: Change) {
  const field = `Photos of #${loan.sku_number} copy ${loan.copy_number}`;
  await recordAudit(tx, actor, {
    call,
    kind: "order",
    subjectId: loan.order_id,
    label: `Order ${loan.order_id}`,
    before: { [field]: before },
    after: { [field]: after },
  });
}

/** Adds a photo, re-encoded, to an order of one's own that has shipped; gives its id, to send it by. */
export async function addOwnPhoto(db: Database, own: Own, { bytes }: UploadedFile, at: Date): Promise<number> {
  await inTransaction(db, (tx) => allowAnother(tx, own, at)); // decoding is dear: not for one that is refused anyway
  const photo = await encodePhoto(bytes);
  return inTransaction(db, async (tx) => {
    await allowAnother(tx, own, at);
    return insertOwnPhoto(tx, own, photo, at);
  });
}

async function allowAnother(tx: Transaction, own: Own, at: Date): Promise<void> {
  await lockSender(tx, own.borrowerId);
  if (!hasShipped(await lockOwn(tx, own))) throw new Refusal({ kind: "not-shipped" });
  const aDayAgo = new Date(at.getTime() - keptUnsent);
  if ((await countPhotosSince(tx, own.borrowerId, aDayAgo)) >= mostPhotosADay)
    throw new Refusal({ kind: "photos-of-day" });
}

/** How long a photo that its borrower did not send is kept, in ms. */
const keptUnsent = 24 * 60 * 60 * 1000;

/** Deletes photos that borrowers added and did not send within a day. */
export async function cleanUpPhotos(db: Database, clock: Clock): Promise<void> {
  await deleteUnsentBefore(db, new Date(clock.now().getTime() - keptUnsent));
}
