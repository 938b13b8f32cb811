import path from "node:path";
import { clearanceLetter as clearanceCall } from "#contract/people/borrowers.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { type Actor, recordActivity } from "#server/platform/record-activity.ts";
import { borrowersWith } from "./borrowers.queries.ts";
import { countOpenItems } from "./anonymize.queries.ts";
import { makePdf } from "#server/platform/pdf/make-pdf.ts";
import type { Letter, Letterhead } from "./draw-clearance.ts";

type Options = { today: string; letterhead: () => Promise<Letterhead>; actor: Actor; signal: AbortSignal };

/** Makes a letter that says a borrower owes nothing today. Refused while an order or claim is open. */
export async function clearBorrower(
  db: Database,
  borrowerId: number,
  { today, letterhead, actor, signal }: Options,
): Promise<FileAnswer> {
  const letter: Letter = { borrower: await clearedBorrower(db, borrowerId, today), today, from: await letterhead() };
  const content = await makePdf({ module: path.join(import.meta.dirname, "draw-clearance"), input: letter, signal });
  await inTransaction(db, async (tx) => {
    const { borrowerName: label } = await clearedBorrower(tx, borrowerId, today);
    await recordActivity(tx, actor, {
      call: clearanceCall.call,
      kind: "borrowers",
      subjectId: borrowerId,
      label,
      before: null,
      after: { "Clearance letter": today },
    });
  });
  return { fileName: `clearance-${borrowerId}-${today}.pdf`, content };
}

/** Returns a borrower who owes nothing; refuses any other. */
async function clearedBorrower(db: Database | Transaction, borrowerId: number, today: string) {
  const row = found((await borrowersWith(db, [borrowerId], today))[0]);
  const open = await countOpenItems(db, borrowerId);
  if (open.orders > 0 || open.claims > 0) throw new Refusal({ kind: "borrower-not-clear", ...open });
  return row;
}
