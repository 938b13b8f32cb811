import { columnsOf, firstOf, titleNames } from "#contract/catalog/title-record.ts";
import type { Transaction } from "#server/platform/database.ts";
import { daysBefore } from "./chance.ts";
import type { DemonstrationItem } from "./demonstration-items.ts";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "#server/platform/project-root.ts";

export type SeededItem = { itemId: number; copyIds: number[] };

const batchSize = 500;

/** Inserts the titles and their copies, oldest first; returns them by SKU. */
export async function seedItems(
  transaction: Transaction,
  items: readonly DemonstrationItem[],
  now: Date,
): Promise<Map<string, SeededItem>> {
  const datedItems = items
    .map((item) => ({ item, createdAt: daysBefore(now, item.added, item.sourceId) }))
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  const seeded = new Map<string, SeededItem>();
  for (const batch of batches(datedItems)) {
    const rows = await transaction
      .insertInto("items")
      .values(
        batch.map(({ item, createdAt }) => ({
          ...columnsOf(firstOf(titleNames, item)),
          created_at: createdAt,
          updated_at: createdAt,
        })),
      )
      .returning(["item_id", "reference_number"])
      .execute();
    for (const row of rows) seeded.set(row.reference_number, { itemId: row.item_id, copyIds: [] });
  }
  await seedCopies(transaction, datedItems, seeded);
  return seeded;
}

async function seedCopies(
  transaction: Transaction,
  datedItems: readonly { item: DemonstrationItem; createdAt: Date }[],
  seeded: Map<string, SeededItem>,
) {
  const copies = datedItems.flatMap(({ item, createdAt }) => {
    const { itemId } = lookUp(seeded, item.referenceNumber);
    return Array.from({ length: item.copies }, (_, index) => {
      const reason = item.inactive?.copyNumber === index + 1 ? item.inactive.reason : null;
      return {
        item_id: itemId,
        copy_number: index + 1,
        sku_number: item.referenceNumber,
        created_at: createdAt,
        is_inactive: reason !== null,
        inactive_reason: reason,
      };
    });
  });
  const ofItem = new Map([...seeded.values()].map((item) => [item.itemId, item]));
  for (const batch of batches(copies)) {
    const rows = await transaction.insertInto("copies").values(batch).returning(["copy_id", "item_id"]).execute();
    for (const { copy_id, item_id } of rows) lookUp(ofItem, item_id).copyIds.push(copy_id);
  }
}

function batches<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, index) =>
    rows.slice(index * batchSize, (index + 1) * batchSize),
  );
}

/** Returns the value of a key that must exist. */
export function lookUp<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The demonstration library has no ${String(key)}.`);
  return value;
}

/** A drawn cover: a WebP of this size. */
export const coverSize = { width: 480, height: 640 };

/**
 * Stores a picture unchanged and returns its attachment's id. The server passes this in, because this folder may not
 * import it.
 */
export type KeepPicture = (
  transaction: Transaction,
  picture: { fileName: string; bytes: Uint8Array; width: number; height: number },
) => Promise<number>;

const folder = path.join(projectRoot, "db/seed/covers");

/** Returns the files of the drawn covers by SKU. */
export function drawnCovers(): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".webp"));
  return new Map(files.toSorted().map((file) => [path.basename(file, ".webp"), path.join(folder, file)]));
}

/** Adds the covers. They only repeat the title, so they need no alternative text. */
export async function seedCovers(
  transaction: Transaction,
  items: ReadonlyMap<string, SeededItem>,
  keepPicture: KeepPicture,
): Promise<void> {
  for (const [sourceId, file] of drawnCovers()) {
    const picture = { fileName: path.basename(file), bytes: readFileSync(file), ...coverSize };
    const attachmentId = await keepPicture(transaction, picture);
    await transaction
      .updateTable("items")
      .set({ attachment_id: attachmentId })
      .where("item_id", "=", lookUp(items, sourceId).itemId)
      .execute();
  }
}
