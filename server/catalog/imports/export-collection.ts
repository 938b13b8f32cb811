import {
  exportCollection as exportCall,
  type ImportField,
  importFieldNames,
  importFields,
} from "#contract/catalog/title-files.ts";
import { type BulkField, titleFields } from "#contract/catalog/title-fields.ts";
import { bulkNames } from "#contract/catalog/title-record.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { codesOf } from "../codes/codes.queries.ts";
import { countTitles, titlesAfter } from "../titles/collection.queries.ts";
import { dayOf } from "#server/platform/clock.ts";
import { csvDownload } from "#server/platform/lists/csv-download.ts";
import type { Database } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { writeCopyDetails } from "./reading/copy-details.rules.ts";
import { fileFields } from "./reading/file-fields.rules.ts";
import type { Choices } from "./reading/names.rules.ts";
import type { KnownTitle } from "./reading/row.rules.ts";

const titleBatchSize = 250;

/** The column with the day each copy was last seen, which imports ignore. */
const lastSeen = "Last seen";

/** Exports the collection, without archived titles, as a CSV that an import turns into the same collection. */
export async function exportCollection(db: Database, actor: Actor, timeZone: string): Promise<FileAnswer> {
  const choices = await codesOf(db);
  return csvDownload(db, actor, timeZone, {
    name: "collection",
    entry: { call: exportCall.call, kind: "import", label: "The collection" },
    counted: "Titles",
    count: countTitles,
    header: [...importFields.map((field) => importFieldNames[field]), lastSeen],
    page: (after, lastId) => titlesAfter(db, after, lastId, titleBatchSize),
    idOf: ({ itemId }) => itemId,
    cellsOf: (title) => {
      const cells = cellsOf(title, choices);
      return [...importFields.map((field) => cells[field] ?? ""), lastSeenOf(title.copies, timeZone)];
    },
  });
}

type Seen = { number: number; lastSeenAt?: Date | null };

/** Formats "1: 2026-11-20; 3: 2026-11-02" without copies that were never seen. */
function lastSeenOf(copies: readonly Seen[], timeZone: string): string {
  return copies
    .flatMap(({ number, lastSeenAt }) => (lastSeenAt ? [`${number}: ${dayOf(lastSeenAt, timeZone)}`] : []))
    .join("; ");
}

function cellsOf(title: KnownTitle, choices: Choices): Partial<Record<ImportField, string | number>> {
  const copies = title.copies.map((copy) => ({ ...copy, sku: copy.sku === title.sku ? null : copy.sku }));
  const cellOf = <Name extends BulkField>(name: Name) => fileFields[name].write(title[name], choices);
  return {
    referenceNumber: title.sku,
    ...Object.fromEntries(bulkNames.map((name) => [titleFields[name].imported, cellOf(name)])),
    copies: title.copies.length,
    copyDetails: writeCopyDetails(copies),
  };
}
