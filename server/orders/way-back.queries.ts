import { sql } from "kysely";
import type { Actor } from "#server/platform/record-audit.ts";
import type { Database, Transaction } from "#server/platform/database.ts";

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

/** Says that staff have seen to these reports, or not (null). */
export async function settle(tx: Transaction, reportIds: readonly number[], by: Actor | null): Promise<void> {
  await tx
    .updateTable("problem_reports")
    .set({ settled_at: by?.at ?? null, settled_by: by?.userId ?? null })
    .where("report_id", "in", reportIds)
    .execute();
}

/** Keeps the order's version: staff who are editing it lose nothing. */
export async function noteSentBack(tx: Transaction, orderId: number, on: string, tracking: string): Promise<void> {
  await tx
    .updateTable("orders")
    .set({
      sent_back_on: on,
      sent_back_tracking: tracking,
      // shipped again, it is another way back
      first_sent_back_on: sql`case when first_sent_back_on >= coalesce(ship_date, first_sent_back_on)
        then first_sent_back_on else ${on}::date end`,
    })
    .where("order_id", "=", orderId)
    .execute();
}

/** Keeps the order's version, as well. */
export async function noteArrived(tx: Transaction, orderId: number, on: string): Promise<void> {
  await tx.updateTable("orders").set({ arrived_on: on }).where("order_id", "=", orderId).execute();
}
