import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { type FileStore, FileStoreError } from "./file-store.ts";

/** Stores a small file, reads it back and removes it: all that pictures and documents need. Throws FileStoreError. */
export async function tryFiles(files: FileStore): Promise<void> {
  const [name, content] = [`start-${randomUUID()}.webp`, Buffer.from("Can be read back.")];
  await files.write([{ name, content }]);
  const found = await files.read(name);
  const isSame = found !== null && content.equals(await buffer(found.content));
  await files.remove([name]);
  if (!isSame) throw new FileStoreError("The storage of pictures and documents does not give back what was stored.");
}
