import {
  exportCollection as exportCall,
  exportMarc as marcCall,
  type ImportField,
  importFieldNames,
  importFields,
} from "#contract/catalog/title-files.ts";
import { type BulkField, titleFields } from "#contract/catalog/title-fields.ts";
import { bulkNames } from "#contract/catalog/title-record.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { importMessages } from "#contract/wire/messages.ts";
import { codesOf } from "../codes/codes.queries.ts";
import { countTitles, longTitles, titlesAfter } from "../titles/collection.queries.ts";
import { dayOf } from "#server/platform/clock.ts";
import { csvDownload, download } from "#server/platform/lists/csv-download.ts";
import type { Database } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { marcOfTitle, maxMarcRecord } from "./marc-of-title.rules.ts";
import { writeCopyDetails } from "./reading/copy-details.rules.ts";
import { fileFields } from "./reading/file-fields.rules.ts";
import { loadCharacters } from "./reading/marc-rows.ts";
import type { Choices } from "./reading/names.rules.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { KnownTitle } from "./reading/row.rules.ts";

const titleBatchSize = 250;

/** The column with the day each copy was last seen, which imports ignore. */
const lastSeen = "Last seen";

/** Describes the titles of an export, without archived ones. */
const collectionOf = (db: Database, call: typeof exportCall.call | typeof marcCall.call) => ({
  name: "collection",
  entry: { call, kind: "import" as const, label: "The collection" },
  counted: "Titles" as const,
  count: countTitles,
  page: (after: number, lastId: number) => titlesAfter(db, after, lastId, titleBatchSize),
  idOf: ({ itemId }: KnownTitle) => itemId,
});

/** Exports the collection as a CSV. Importing it restores the same collection. */
export async function exportCollection(db: Database, actor: Actor, timeZone: string): Promise<FileAnswer> {
  const choices = await codesOf(db);
  return csvDownload(db, actor, timeZone, {
    ...collectionOf(db, exportCall.call),
    header: [...importFields.map((field) => importFieldNames[field]), lastSeen],
    cellsOf: (title) => {
      const cells = cellsOf(title, choices);
      return [...importFields.map((field) => cells[field] ?? ""), lastSeenOf(title.copies, timeZone)];
    },
  });
}

/** Exports the collection as MARC 21 records. Importing them also restores the same collection. */
export async function exportMarc(db: Database, actor: Actor, timeZone: string): Promise<FileAnswer> {
  const [choices, characters] = [await codesOf(db), await loadCharacters()];
  const marc = { day: dayOf(actor.at, timeZone), choices, characters };
  const recordOf = (title: KnownTitle) => marcOfTitle(title, cellsOf(title, choices), marc);
  const tooLong = (await longTitles(db)).filter((title) => recordOf(title).length > maxMarcRecord);
  if (tooLong.length > 0) {
    const names = tooLong.map(({ title, sku }) => `“${title}” (#${sku})`);
    throw new Refusal({ kind: "unusable-file" }, { sentence: importMessages.tooLongForMarc(names) });
  }
  const write = (titles: readonly KnownTitle[]) => Buffer.concat(titles.map(recordOf));
  return download(db, actor, timeZone, collectionOf(db, marcCall.call), { extension: "mrc", write });
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
