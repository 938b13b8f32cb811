import { createHash } from "node:crypto";
import { hotStatement } from "#server/platform/connection/hot-statements.ts";
import type { Database } from "#server/platform/database.ts";
import type { TitleColumns } from "./columns.ts";
import type { TitleIndex } from "./title-index.ts";
import { readTsvector } from "./tsvector.rules.ts";

type Row = TitleColumns & { search: Buffer };

const columns = `item_id, is_in_stock, category_id, subject_id, grade_mask, language, published_year, publisher, sort_title,
  (extract(epoch from created_at) * 1000000)::float8 as created, times_lent, octet_length(description) as described,
  tsvectorsend(search) as search`;

const pageSize = 500;
/** More than one transaction can change without a change of everything, so that it is taken in as a whole. */
const atOnce = 5000;

const after = hotStatement<Row>(`select ${columns} from items where item_id > $1 order by item_id limit ${pageSize}`);
const these = hotStatement<Row>(`select ${columns} from items where item_id = any((select $1::integer[])::integer[])`);

/** Takes in the titles after an id, some at a time; gives the last id, undefined at the end. */
export async function takeInAfter(db: Database, index: TitleIndex, id: number): Promise<number | undefined> {
  const { rows } = await db.executeQuery(after([id]));
  for (const row of rows) take(index, row);
  return rows.at(-1)?.item_id;
}

/** Takes in what these titles are now, those that are gone included. */
export async function takeIn(db: Database, index: TitleIndex, ids: readonly number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += atOnce) {
    const some = ids.slice(start, start + atOnce);
    const { rows } = await db.executeQuery(these([some]));
    const found = new Set(rows.map((row) => row.item_id));
    for (const id of some) if (!found.has(id)) index.remove(id);
    for (const row of rows) take(index, row);
  }
}

function take(index: TitleIndex, { search, ...title }: Row): void {
  const mark = createHash("sha1").update(search).update(title.sort_title).digest().readUIntBE(0, 6);
  index.put(title, mark, () => readTsvector(search));
}
