import type { Database, Transaction } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { sql } from "kysely";

type OwnOrder = { orderId: number; borrowerId: number };

/** In WebP. */
export type Photo = { large: Buffer; small: Buffer };

/** Returns the photos of a loan, oldest first, without their content. */
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

/** Returns whether a loan's order is open, or the copy came back since an instant. */
export async function isRecentLoan(db: Database, assignmentId: number, since: Date): Promise<boolean> {
  const loan = await db
    .selectFrom("assignments")
    .innerJoin("orders", "orders.order_id", "assignments.order_id")
    .select("assignment_id")
    .where("assignment_id", "=", assignmentId)
    .where((where) => where.or([where("is_open", "=", true), where("released_at", ">=", since)]))
    .executeTakeFirst();
  return loan !== undefined;
}

export async function contentOf(db: Database, photoId: number): Promise<Buffer | undefined> {
  const photo = db.selectFrom("loan_photos").select("content").where("photo_id", "=", photoId);
  return (await photo.executeTakeFirst())?.content;
}

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

export async function deletePhoto(tx: Transaction, photoId: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("loan_photos").where("photo_id", "=", photoId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns the photos in reports, oldest first, without their content; given a borrower, only theirs. */
export async function sentPhotosOf(db: Database, orderIds: readonly number[], borrowerId?: number) {
  return db
    .selectFrom("borrower_photos")
    .select(["photo_id", "order_id", "report_id"])
    .where("order_id", "in", orderIds)
    .where("report_id", "is not", null)
    .$if(borrowerId !== undefined, (query) => query.where("borrower_id", "=", borrowerId ?? 0))
    .orderBy("photo_id")
    .execute();
}

export type SentPhotoRow = Awaited<ReturnType<typeof sentPhotosOf>>[number];

/** Returns a photo's content: one of the borrower's own, or one in a report; for volunteers, of an open order. */
export async function photoContent(
  db: Database,
  { photoId, size, by }: { photoId: number; size: keyof Photo; by: { borrowerId: number } | { isVolunteer: boolean } },
): Promise<Buffer | undefined> {
  const photo = await db
    .selectFrom("borrower_photos")
    .innerJoin("orders", "orders.order_id", "borrower_photos.order_id")
    .select(size)
    .where("photo_id", "=", photoId)
    .where((where) =>
      "borrowerId" in by
        ? where("borrower_photos.borrower_id", "=", by.borrowerId)
        : where("report_id", "is not", null),
    )
    .$if("isVolunteer" in by && by.isVolunteer, (query) => query.where("is_open", "=", true))
    .executeTakeFirst();
  return photo?.[size];
}

/** Locks a borrower, so that photos are counted one at a time. */
export async function lockSender(tx: Transaction, borrowerId: number): Promise<void> {
  await sql`select from borrowers where borrower_id = ${borrowerId} for no key update`.execute(tx);
}

export async function countPhotosSince(tx: Transaction, borrowerId: number, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom("borrower_photos")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("borrower_id", "=", borrowerId)
    .where("added_at", ">", since)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertOwnPhoto(tx: Transaction, own: OwnOrder, photo: Photo, at: Date): Promise<number> {
  const { photo_id: photoId } = await tx
    .insertInto("borrower_photos")
    .values({ order_id: own.orderId, borrower_id: own.borrowerId, added_at: at, ...photo })
    .returning("photo_id")
    .executeTakeFirstOrThrow();
  return photoId;
}

/** Deletes a borrower's own photo that no report includes. Returns whether there was one. */
export async function deleteUnsent(db: Database, photoId: number, borrowerId: number): Promise<boolean> {
  const { numDeletedRows } = await unsent(db)
    .where("photo_id", "=", photoId)
    .where("borrower_id", "=", borrowerId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteUnsentBefore(db: Database, before: Date): Promise<void> {
  await unsent(db).where("added_at", "<", before).execute();
}

const unsent = (db: Database) => db.deleteFrom("borrower_photos").where("report_id", "is", null);

/** Adds photos to a report, and returns how many it added. */
export async function sendWithReport(tx: Transaction, own: OwnOrder, photoIds: readonly number[], reportId: number) {
  if (photoIds.length === 0) return 0;
  const { numUpdatedRows } = await tx
    .updateTable("borrower_photos")
    .set({ report_id: reportId })
    .where("photo_id", "in", photoIds)
    .where("order_id", "=", own.orderId)
    .where("borrower_id", "=", own.borrowerId)
    .where("report_id", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function reportsOf(db: Database, orderIds: readonly number[]) {
  return db
    .selectFrom("problem_reports")
    .select(["report_id", "order_id", "written_at", "words", "settled_at"])
    .where("order_id", "in", orderIds)
    .orderBy("report_id")
    .execute();
}

export type ReportRow = Awaited<ReturnType<typeof reportsOf>>[number];

export async function insertReport(tx: Transaction, orderId: number, words: string, at: Date): Promise<number> {
  const { report_id: reportId } = await tx
    .insertInto("problem_reports")
    .values({ order_id: orderId, written_at: at, words })
    .returning("report_id")
    .executeTakeFirstOrThrow();
  return reportId;
}

/** Marks reports as resolved, or as open without an actor. */
export async function settle(tx: Transaction, reportIds: readonly number[], by: Actor | null): Promise<void> {
  await tx
    .updateTable("problem_reports")
    .set({ settled_at: by?.at ?? null, settled_by: by?.userId ?? null })
    .where("report_id", "in", reportIds)
    .execute();
}

/** Keeps the order's version, so that staff who are editing it lose nothing. */
export async function noteSentBack(tx: Transaction, orderId: number, on: string, tracking: string): Promise<void> {
  await tx
    .updateTable("orders")
    .set({
      sent_back_on: on,
      sent_back_tracking: tracking,
      // an earlier package doesn't count after the order ships again
      first_sent_back_on: sql`case when first_sent_back_on >= coalesce(ship_date, first_sent_back_on)
        then first_sent_back_on else ${on}::date end`,
    })
    .where("order_id", "=", orderId)
    .execute();
}

/** Keeps the order's version. */
export async function noteArrived(tx: Transaction, orderId: number, on: string): Promise<void> {
  await tx.updateTable("orders").set({ arrived_on: on }).where("order_id", "=", orderId).execute();
}
