import { addPhoto as addCall, mostPhotos, removePhoto as removeCall } from "#contract/desk/photos.ts";
import type { UploadedFile } from "#contract/wire/endpoint.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type Actor, type AuditedAction, recordAudit } from "#server/platform/record-audit.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { lockOrder } from "../order-changes.queries.ts";
import { encodePhoto } from "./encode-photo.ts";
import { deletePhoto, describePhoto, insertPhoto, loanInWords, photosOf } from "./photos.queries.ts";

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
