import type { SiteDocument } from "#contract/media.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Transaction } from "#server/platform/database.ts";
import { keptUnused } from "../pictures.rules.ts";
import { presentDocument } from "./documents.present.ts";
import { takeDocument } from "./documents.queries.ts";

/** A document that the site's content may link to, if it is there; the cleanup waits for the end of the transaction. */
export async function documentThere(
  tx: Transaction,
  clock: Clock,
  documentId: number,
): Promise<SiteDocument | undefined> {
  const row = await takeDocument(tx, documentId, new Date(clock.now().getTime() - keptUnused));
  return row && presentDocument(row);
}
