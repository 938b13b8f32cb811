import { settleReports as settleCall } from "#contract/borrowers/way-back.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { HttpError, found } from "#server/refusals/http-error.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { lockOrder } from "../order-changes.queries.ts";
import { reportsOf, settle } from "./way-back.queries.ts";

type Seen = Received<typeof settleCall>["body"];

/** Staff have seen to what was reported of an order, or not after all. A report that came meanwhile stays open. */
export async function settleReports(db: Database, orderId: number, seen: Seen, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    found(await lockOrder(tx, orderId));
    const open = async () => (await reportsOf(tx, [orderId])).filter(({ settled_at }) => settled_at === null).length;
    const reports = (await reportsOf(tx, [orderId])).slice(0, seen.reports);
    if (reports.length === 0) throw new HttpError(404);
    const before = await open();
    const ids = reports.map(({ report_id }) => report_id);
    await settle(tx, ids, seen.isSettled ? actor : null);
    await recordAudit(tx, actor, {
      call: settleCall.call,
      kind: "order",
      subjectId: orderId,
      label: `Order ${orderId}`,
      before: { "Open reports": before },
      after: { "Open reports": await open() },
    });
  });
}
