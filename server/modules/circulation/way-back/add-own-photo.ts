import { mostPhotosADay } from "#contract/borrowers/own-photos.ts";
import type { UploadedFile } from "#contract/wire/endpoint.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { hasShipped } from "../circulation.rules.ts";
import { encodePhoto } from "../photos/encode-photo.ts";
import { keptUnsent } from "./clean-up-photos.ts";
import { lockOwn, type Own } from "./own-order.ts";
import { countPhotosSince, insertOwnPhoto, lockSender } from "./own-photos.queries.ts";

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
