import type { Database, Transaction } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { sql } from "kysely";

/** The photos of a loan, oldest first, without their content. */
export async function photosOf(db: Database, assignmentId: number) {
  return described(db).where("assignment_id", "=", assignmentId).orderBy("photo_id").execute();
}

export async function describePhoto(db: Database, photoId: number) {
  return described(db).where("photo_id", "=", photoId).executeTakeFirst();
}

const described = (db: Database) =>
  db
    .selectFrom("loan_photos")
    .select(["photo_id", "taken_at", "assignment_id"])
    .select(sql<string | null>`(select name from account_names where user_id = taken_by)`.as("taken_by_name"));

export async function contentOf(db: Database, photoId: number): Promise<Buffer | undefined> {
  const photo = db.selectFrom("loan_photos").select("content").where("photo_id", "=", photoId);
  return (await photo.executeTakeFirst())?.content;
}

/** The copy of a loan, as it is called, and its order. */
export async function loanInWords(tx: Transaction, assignmentId: number) {
  return tx
    .selectFrom("assignments")
    .innerJoin("copies", "copies.copy_id", "assignments.copy_id")
    .select(["order_id", "sku_number", "copy_number"])
    .where("assignment_id", "=", assignmentId)
    .executeTakeFirst();
}

export async function insertPhoto(tx: Transaction, assignmentId: number, content: Uint8Array, { at, userId }: Actor) {
  const { photo_id: photoId } = await tx
    .insertInto("loan_photos")
    .values({ assignment_id: assignmentId, content: Buffer.from(content), taken_at: at, taken_by: userId })
    .returning("photo_id")
    .executeTakeFirstOrThrow();
  return photoId;
}

/** Whether it was there. */
export async function deletePhoto(tx: Transaction, photoId: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("loan_photos").where("photo_id", "=", photoId).executeTakeFirst();
  return numDeletedRows > 0n;
}
