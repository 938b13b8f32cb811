import path from "node:path";
import type { StaffOrder } from "#contract/orders/orders.ts";
import { neededCopies, packingPapers, picksOf } from "#contract/desk/packing.ts";
import { labelsOnPage } from "#contract/catalog/labels.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import { makePdf } from "#server/platform/pdf/make-pdf.ts";
import { copiesToPick } from "./packing.queries.ts";
import type { Input, Papers } from "./draw-papers.ts";
import type { Sender, SlipDays } from "./draw-slip.ts";

const names = {
  "": "packing slips, address labels, and return labels",
  slips: "packing slips",
  addresses: "address labels",
  returns: "return labels",
  picks: "pick list",
} as const;

/** Makes one PDF of these orders' papers, recorded in the activity log because it has people's addresses. */
export async function makePapers(
  db: Database,
  orders: readonly StaffOrder[],
  {
    input,
    sender,
    days,
    actor,
    signal,
  }: { input: Input; sender: Sender; days: SlipDays; actor: Actor; signal: AbortSignal },
): Promise<FileAnswer & { content: Uint8Array }> {
  const { paper, template, startAt } = input;
  const [first] = orders;
  found(first);
  if (startAt > labelsOnPage(template))
    throw new Refusal({ kind: "invalid" }, { sentence: ownMessages.noSuchLabel(labelsOnPage(template)) });
  if (paper === "returns" && sender.postalAddress === "")
    throw new Refusal({ kind: "invalid" }, { sentence: ownMessages.noReturnAddress });
  const picks = paper === "picks" ? picksOf(orders, await copiesToPick(db, neededCopies(orders))) : [];
  const papers: Papers = { orders, input, sender, days, picks };
  const content = await makePdf({ module: path.join(import.meta.dirname, "draw-papers"), input: papers, signal });
  await inTransaction(db, async (tx) => {
    await recordActivity(tx, actor, {
      call: packingPapers.call,
      kind: "order",
      subjectId: orders.length === 1 ? (first?.orderId ?? null) : null,
      label: orders.length === 1 ? `Order ${first?.orderId}` : `${orders.length} orders`,
      before: null,
      after: { Printed: names[paper], Orders: orders.map(({ orderId }) => `#${orderId}`).join(", ") },
    });
  });
  return { fileName: `${paper || "packing"}-${days.today}.pdf`, content };
}
