import type { Readable } from "node:stream";

/** A file to store; its name has letters, digits, dashes, and one extension. */
export type NamedFile = { name: string; content: Uint8Array };

/** A stored file: its size in bytes and a stream of its content. */
export type StoredFile = { size: number; content: Readable };

/** A store of files. Every failure is a FileStoreError. */
export type FileStore = {
  /** Writes these files, each atomically under its name. Existing files are replaced. */
  write(files: readonly NamedFile[]): Promise<void>;
  /** The file of this name, or null. The caller must read its content or destroy it. */
  read(name: string): Promise<StoredFile | null>;
  /** Removes these files; missing ones count as removed. */
  remove(names: readonly string[]): Promise<void>;
  /** Removes what killed writers left behind, once older than `age` ms by the store's own clock. */
  tidy(age: number): Promise<void>;
};

/** The store failed. The message says what did not work, and never a key or a secret. */
export class FileStoreError extends Error {
  override name = "FileStoreError";
}

const types: Record<string, string> = { webp: "image/webp", pdf: "application/pdf" };

/** What a file is, by its name, for those who read the store without the library. */
export const typeOf = (name: string) => types[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";

/** Returns the name if it is plain and leads nowhere else. */
export function plainName(name: string): string {
  if (!/^[\w-]{1,100}\.[a-z0-9]{1,8}$/.test(name)) throw new FileStoreError("A stored file must have a plain name.");
  return name;
}
