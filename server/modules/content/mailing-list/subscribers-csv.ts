import { subscribersCsv as subscribersCsvCall } from "#contract/content.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { type Hand, recordAudit } from "#server/platform/record-audit.ts";
import { dayOf } from "#server/platform/clock.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { stringify } from "csv-stringify/sync";
import { countSubscribers, subscribersAfter } from "./mailing-list.queries.ts";

const rowsOnPage = 500;

type Place = { timeZone: string; publicUrl: string };

/**
 * Everybody on the mailing list, with the link that each must find in every mail. Noted in the audit before the first
 * byte; then read page by page as the client takes it.
 */
export async function subscribersCsv(db: Database, hand: Hand, place: Place): Promise<FileAnswer> {
  const lastId = await inTransaction(db, async (tx) => {
    const subscribers = await countSubscribers(tx);
    await recordAudit(tx, hand, {
      call: subscribersCsvCall.call,
      kind: "subscribers",
      subjectId: null,
      label: "Mailing list",
      before: null,
      after: { Rows: subscribers.count },
    });
    return subscribers.lastId;
  });
  return { fileName: `mailing-list-${dayOf(hand.at, place.timeZone)}.csv`, content: pagesOf(db, lastId, place) };
}

async function* pagesOf(db: Database, lastId: number, { timeZone, publicUrl }: Place): AsyncGenerator<string> {
  yield written([["E-mail", "On the list since", "Unsubscribe link"]], true);
  for (let after = 0; ;) {
    const rows = await subscribersAfter(db, after, lastId, rowsOnPage);
    const last = rows.at(-1);
    if (!last) return;
    yield written(
      rows.map(({ email_address, confirmed_at, leave_key }) => [
        email_address,
        confirmed_at ? dayOf(confirmed_at, timeZone) : "",
        `${publicUrl}/signup/leave/${leave_key}`,
      ]),
    );
    after = last.subscriber_id;
  }
}

/** As the borrowers are written: every text quoted, no text a formula. */
const written = (rows: string[][], bom = false) =>
  stringify(rows, { bom, record_delimiter: "\r\n", escape_formulas: true, quoted_string: true });
