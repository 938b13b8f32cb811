import { columnsOf, firstOf, titleNames } from "#contract/catalog/title-record.ts";
import type { Transaction } from "#server/platform/database.ts";
import { demonstrationOrders } from "./demonstration-orders.ts";
import { chance, daysBefore, pick } from "./rules/chance.ts";
import type { DemonstrationItem } from "./rules/demonstration-items.ts";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "#server/platform/project-root.ts";

/** The newest titles, one a day, chosen by hand to show a first-time visitor books, videos, and audio. */
export const recentAdditions: readonly string[] = [
  "GPO001463779", // How to talk to students about vaping
  "GPO000905123", // Our cultures are our source of health (video)
  "GPO000336187", // Big Bird get ready for earthquakes (audio)
  "GPO001461885", // Build a healthy eating routine
  "GPO001469686", // Protect our youth from cyberbullying
  "GPO000881454", // Stories of hope and recovery (video)
  "GPO001254285", // Supporting your teen's mental health: tips for parents
  "GPO001463955", // Music and the brain (audio)
  "GPO001472117", // A fact sheet for high school athletes
  "GPO001212965", // ¡Hazle frente al estrés!: un libro para colorear
  "GPO000877331", // Fat-free and low fat milk, whole grains, feeding young children (DVD)
  "LV541", // More Goops and How Not to Be Them (audio)
];

/** The ids of a title and its copies. */
export type SeededItem = { itemId: number; copyIds: number[] };

const batchSize = 500;

/** Inserts the titles and their copies, oldest first; returns them by source id. */
export async function seedItems(
  transaction: Transaction,
  items: readonly DemonstrationItem[],
  now: Date,
): Promise<Map<string, SeededItem>> {
  const datedItems = items
    .map((item) => ({ item, createdAt: daysBefore(now, daysInLibrary(item), item.sourceId) }))
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
    const ids = new Map(rows.map((row) => [row.reference_number, row.item_id]));
    for (const { item } of batch) seeded.set(item.sourceId, { itemId: lookUp(ids, item.referenceNumber), copyIds: [] });
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
    const { itemId } = lookUp(seeded, item.sourceId);
    return Array.from({ length: item.copies }, (_, index) => {
      const reason = inactiveReason(item, index + 1);
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

const reasons = [[5, "repair"], [3, "damaged"], [2, "lost"], [1, "retired"]] as const; // prettier-ignore

/** About one copy in sixty is inactive; never one of a title that is new or on an order. */
function inactiveReason({ sourceId }: DemonstrationItem, copyNumber: number) {
  const copy = `${sourceId} ${copyNumber}`;
  if (recentAdditions.includes(sourceId) || ordersOf(sourceId).length > 0) return null;
  return chance("inactive", copy) < 1 / 60 ? pick("why inactive", copy, reasons) : null;
}

function ordersOf(sourceId: string) {
  return demonstrationOrders.filter((order) => order.lines.some((line) => line.sourceId === sourceId));
}

/** A title on an order was added at least a month before it. */
export function daysInLibrary({ sourceId, age }: DemonstrationItem): number {
  const recent = recentAdditions.indexOf(sourceId);
  if (recent >= 0) return recent + 1;
  const orderAges = ordersOf(sourceId).map((order) => order.ordered + 30);
  return Math.max(recentAdditions.length + 3 + age * 350, ...orderAges);
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

/** Stores a picture as it is and returns its attachment's id. The server passes it, because this folder may not import it. */
export type KeepPicture = (
  transaction: Transaction,
  picture: { fileName: string; bytes: Uint8Array; width: number; height: number },
) => Promise<number>;

const folder = path.join(projectRoot, "db/seed/covers");

/** Returns the files of the drawn covers by source id. */
export function drawnCovers(): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".webp"));
  return new Map(files.toSorted().map((file) => [path.basename(file, ".webp"), path.join(folder, file)]));
}

/** Adds the covers (tools/covers/draw-covers.ts). They only repeat the title, so they need no alternative text. */
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
