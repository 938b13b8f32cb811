import fs from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { type Database, inTransaction, type Transaction } from "#server/platform/database.ts";
import { projectRoot } from "#server/platform/project-root.ts";
import { demonstrationNews } from "./demonstration-news.ts";
import { type KeepPicture, seedCovers } from "./seed-covers.ts";
import { seedItems } from "./seed-items.ts";
import { seedBorrowers, seedOrders } from "./seed-orders.ts";
import { daysBefore } from "./days.ts";
import { demonstrationItems } from "./rules/demonstration-items.ts";
import { readSourceRows } from "./rules/source-row.ts";

/**
 * Fills an empty database (an administrator may exist) with the demonstration library, dated relative to `now`; all or
 * nothing. Returns how many titles it loaded: 0 when the database was not empty. Without `keepPicture` no title has a picture.
 */
export async function seedDemonstrationLibrary(
  database: Database,
  now: Date = new Date(),
  keepPicture?: KeepPicture,
): Promise<number> {
  if (!(await isEmpty(database))) return 0;
  return inTransaction(database, async (transaction) => {
    await waitForOtherSeeds(transaction);
    if (!(await isEmpty(transaction))) return 0;
    const seeded = await seedItems(transaction, demonstrationItems(readDemonstrationCatalog()), now);
    if (keepPicture) await seedCovers(transaction, seeded, keepPicture);
    await seedBorrowers(transaction, now);
    await seedOrders(transaction, seeded, now);
    await seedNews(transaction, now);
    await countStockFromRows(transaction);
    return seeded.size;
  });
}

export function readDemonstrationCatalog() {
  return readSourceRows(fs.readFileSync(path.join(projectRoot, "db/seed/demonstration-catalog.csv"), "utf8"));
}

/**
 * The categories exist before the first item, and every inserted item locks its own, so locking all of them excludes
 * everyone else. A row lock, because it also works behind a pooler and on distributed databases.
 */
async function waitForOtherSeeds(transaction: Transaction) {
  await transaction.selectFrom("categories").select("category_id").orderBy("category_id").forUpdate().execute();
}

async function isEmpty(database: Database): Promise<boolean> {
  const { rows } = await sql<{ isEmpty: boolean }>`
    select not (
      exists (select from items) or exists (select from orders) or exists (select from borrowers)
      or exists (select from news) or exists (select from accounts where user_type_id <> 1)
    ) as "isEmpty"`.execute(database);
  return rows[0]?.isEmpty === true;
}

async function seedNews(transaction: Transaction, now: Date) {
  const news = demonstrationNews.toSorted((one, other) => other.age - one.age);
  await transaction
    .insertInto("news")
    .values(
      news.map(({ title, content, titleInSpanish, contentInSpanish, age }) => ({
        title,
        content,
        title_in_spanish: titleInSpanish,
        content_in_spanish: contentInSpanish,
        published_at: daysBefore(now, age),
        updated_at: daysBefore(now, age),
      })),
    )
    .execute();
}

async function countStockFromRows(transaction: Transaction) {
  await sql`
    update items set
      active_copies = shelf.active_copies, checked_out = circulation_stock.checked_out,
      requested = circulation_stock.requested, shortfall = 0
    from circulation_stock,
      (select item_id, count(*) as active_copies from copies where not is_inactive group by item_id) as shelf
    where circulation_stock.item_id = items.item_id and shelf.item_id = items.item_id`.execute(transaction);
}
