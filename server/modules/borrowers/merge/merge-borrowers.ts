import { mergeBorrowers as mergeCall } from "#contract/borrowers/merge.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { recountStock } from "#server/modules/stock/public.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { mergeLetter } from "./merge-letter.ts";
import { lockMerged, moveAll, moveLines } from "./merge.queries.ts";

/** Merges the account `fromId` into `id`; gives how many orders moved. Who is blocked in one of them stays blocked. */
export async function mergeBorrowers(db: Database, id: number, fromId: number, actor: Actor): Promise<number> {
  if (id === fromId) throw new Refusal({ kind: "same-account" });
  return inTransaction(db, async (tx) => {
    const both = await lockMerged(tx, [id, fromId]);
    const [to, from] = [id, fromId].map((one) => found(both.find(({ borrower_id }) => borrower_id === one)));
    if (!to || !from) throw new Refusal({ kind: "same-account" });
    const titles = await moveLines(tx, from, to);
    const orders = await moveAll(tx, from, to);
    const addresses = new Set<string>();
    for (const { name, email_address: address, language, is_reached: isReached } of [to, from]) {
      if (!isReached || addresses.has(address.toLowerCase())) continue;
      addresses.add(address.toLowerCase());
      const letter = mergeLetter(to.user_name, language);
      await enqueueMail(tx, { kind: "account-changed", to: { name, address }, letter, at: actor.at });
    }
    await recordAudit(tx, actor, {
      call: mergeCall.call,
      kind: "borrowers",
      subjectId: id,
      label: to.name,
      before: null,
      after: {
        "Merged account": `${from.name}, ${from.email_address}, user name ${from.user_name}`,
        "Orders moved": orders,
      },
    });
    await recountStock(tx, titles);
    return orders;
  });
}
