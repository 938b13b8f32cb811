import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Transaction } from "#server/platform/database.ts";
import { projectRoot } from "#server/platform/project-root.ts";
import { found, type SeededItem } from "./seed-items.ts";

/** A drawn cover: a WebP of this size. */
export const coverSize = { width: 480, height: 640 };

/** Stores a picture as it is and gives its attachment's id; the server hands it over, as this room knows no module. */
export type KeepPicture = (
  transaction: Transaction,
  picture: { fileName: string; bytes: Uint8Array; width: number; height: number },
) => Promise<number>;

const folder = path.join(projectRoot, "db/seed/covers");

/** The source ids of the titles that have a drawn cover, and its file. */
export function drawnCovers(): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".webp"));
  return new Map(files.toSorted().map((file) => [path.basename(file, ".webp"), path.join(folder, file)]));
}

/** Gives the titles their covers (tools/covers/draw-covers.ts), which only repeat the title: without a text of their own. */
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
      .where("item_id", "=", found(items, sourceId).itemId)
      .execute();
  }
}
