import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Configuration } from "../configuration.ts";

/** Names where pictures and documents are, so that two instances can tell whether it is one place. Never a secret. */
export function filePlace({ pictureStore, dataFolder }: Pick<Configuration, "pictureStore" | "dataFolder">): string {
  if (pictureStore) return `bucket ${pictureStore.bucket} at ${new URL(pictureStore.endpoint).host}`;
  const file = path.join(dataFolder, "folder-id"); // paths say nothing: two machines can have one, or share a folder
  try {
    fs.mkdirSync(dataFolder, { recursive: true });
    fs.writeFileSync(file, randomUUID(), { flag: "wx" });
  } catch {
    // there already, or not to be written to, which the try of the storage says
  }
  return `folder ${fs.existsSync(file) ? fs.readFileSync(file, "utf8") : dataFolder}`;
}
