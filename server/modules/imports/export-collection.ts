import { exportCollection as exportCall, type ImportField, importFieldNames, importFields } from "#contract/imports.ts";
import { type BulkField, titleFields } from "#contract/titles/title-fields.ts";
import { bulkNames } from "#contract/titles/title-record.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { codesOf, titlesAfter } from "#server/modules/catalogue/public.ts";
import { type Hand, recordAudit } from "#server/platform/record-audit.ts";
import { dayOf } from "#server/platform/clock.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { writeCopyDetails } from "./reading/copy-details.rules.ts";
import { fileFields } from "./reading/file-fields.rules.ts";
import type { Choices } from "./reading/names.rules.ts";
import type { KnownTitle } from "./reading/row.rules.ts";
import { countTitles } from "./rows.queries.ts";
import { writtenRows } from "./written-rows.ts";

const titlesAtOnce = 250;

/**
 * The collection as a CSV that an import makes the same collection of. Noted in the audit before the first byte, then
 * read page by page as the client takes it.
 */
export async function exportCollection(db: Database, hand: Hand, timeZone: string): Promise<FileAnswer> {
  const lastId = await inTransaction(db, async (tx) => {
    const titles = await countTitles(tx);
    await recordAudit(tx, hand, {
      call: exportCall.call,
      kind: "import",
      subjectId: null,
      label: "The collection",
      before: null,
      after: { Titles: titles.count },
    });
    return titles.lastId;
  });
  return { fileName: `collection-${dayOf(hand.at, timeZone)}.csv`, content: pagesOf(db, lastId) };
}

async function* pagesOf(db: Database, lastId: number): AsyncGenerator<string> {
  const choices = await codesOf(db);
  yield writtenRows([importFields.map((field) => importFieldNames[field])], { bom: true });
  for (let after = 0; ;) {
    const page = await titlesAfter(db, after, lastId, titlesAtOnce);
    const last = page.at(-1);
    if (!last) return;
    yield writtenRows(
      page.map((title) => cellsOf(title, choices)).map((cells) => importFields.map((field) => cells[field] ?? "")),
    );
    after = last.itemId;
  }
}

/** A title's cells by the columns that they stand in. */
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
