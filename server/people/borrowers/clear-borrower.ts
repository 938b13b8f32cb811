import { clearanceLetter as clearanceCall } from "#contract/people/borrowers.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import { borrowersWith } from "./borrowers.queries.ts";
import { countOpenItems } from "./anonymize.queries.ts";
import type { Letterhead } from "./draw-clearance.ts";

// loads the PDF library and its fonts only when needed, because letters are rare
const drawing = () => import("./draw-clearance.ts");

/** Makes a letter that says a borrower owes nothing today. Refused while an order or claim is open. */
export async function clearBorrower(
  db: Database,
  borrowerId: number,
  { today, letterhead, actor }: { today: string; letterhead: () => Promise<Letterhead>; actor: Actor },
): Promise<FileAnswer> {
  const borrower = await inTransaction(db, async (tx) => {
    const row = found((await borrowersWith(tx, [borrowerId], today))[0]);
    const open = await countOpenItems(tx, borrowerId);
    if (open.orders > 0 || open.claims > 0) throw new Refusal({ kind: "borrower-not-clear", ...open });
    await recordActivity(tx, actor, {
      call: clearanceCall.call,
      kind: "borrowers",
      subjectId: borrowerId,
      label: row.borrowerName,
      before: null,
      after: { "Clearance letter": today },
    });
    return row;
  });
  const { drawClearance } = await drawing();
  return {
    fileName: `clearance-${borrowerId}-${today}.pdf`,
    content: drawClearance(borrower, today, await letterhead()),
  };
}
