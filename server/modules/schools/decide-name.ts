import { decideName as declaration } from "#contract/schools/schools.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { found } from "#server/refusals/http-error.ts";
import { lockDecision, writeDecision } from "./schools.queries.ts";

const words = { same: "the same", other: "not the same", open: null };
const decided = (isSame: boolean | null) => (isSame === null ? "open" : isSame ? "same" : "other");

/** Keeps whether names that borrowers wrote mean a school; gives how many borrowers got another school by it. */
export async function decideName(
  db: Database,
  body: Received<typeof declaration>["body"],
  actor: Actor,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { school, is_same } = found(await lockDecision(tx, body));
    const borrowers = await writeDecision(tx, body, actor);
    await recordAudit(tx, actor, {
      call: declaration.call,
      kind: "borrowers",
      subjectId: null,
      label: `${body.schoolName}, ${body.schoolDistrict}`,
      before: { [school]: words[decided(is_same)] },
      after: { [school]: words[body.decision] },
    });
    return borrowers;
  });
}
