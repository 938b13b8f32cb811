import { subscribersCsv as subscribersCsvCall } from "#contract/content.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { dayOf } from "#server/platform/clock.ts";
import { csvDownload } from "#server/platform/lists/csv-download.ts";
import type { Database } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { countSubscribers, subscribersAfter } from "./mailing-list.queries.ts";

const rowsOnPage = 500;

type Place = { timeZone: string; publicUrl: string };

/** Streams every subscriber with their unsubscribe link, which each email must include. */
export async function subscribersCsv(db: Database, actor: Actor, { timeZone, publicUrl }: Place): Promise<FileAnswer> {
  return csvDownload(db, actor, timeZone, {
    name: "mailing-list",
    entry: { call: subscribersCsvCall.call, kind: "subscribers", label: "Mailing list" },
    counted: "Rows",
    count: countSubscribers,
    header: ["E-mail", "On the list since", "Unsubscribe link"],
    page: (after, lastId) => subscribersAfter(db, after, lastId, rowsOnPage),
    idOf: ({ subscriber_id }) => subscriber_id,
    cellsOf: ({ email_address, confirmed_at, leave_key }) => [
      email_address,
      confirmed_at ? dayOf(confirmed_at, timeZone) : "",
      `${publicUrl}/signup/leave/${leave_key}`,
    ],
  });
}
