import type { Readable } from "node:stream";

/** A file to be kept; its name has letters, digits, dashes and one ending. */
export type NamedFile = { name: string; content: Uint8Array };

/** A file that is kept: its size in bytes, and what is in it as it comes. */
export type StoredFile = { size: number; content: Readable };

/** Where files are kept. Whatever goes wrong in it is a FileStoreError. */
export type FileStore = {
  /** Writes these files; each is there whole under its name, or is not there. What was there is replaced. */
  write(files: readonly NamedFile[]): Promise<void>;
  /** The file of this name, or null. Whoever asks reads its content or destroys it. */
  read(name: string): Promise<StoredFile | null>;
  /** Removes these files; those that are not there count as removed. */
  remove(names: readonly string[]): Promise<void>;
  /** Removes what writers who were killed have left behind, once it is older than `age` ms by the store's own clock. */
  tidy(age: number): Promise<void>;
};

/** The store does not do what it is for. The message says what did not work, and never a key or a secret. */
export class FileStoreError extends Error {
  override name = "FileStoreError";
}

/** The name itself, once it is known to be a plain one that leads nowhere else. */
export function plainName(name: string): string {
  if (!/^[\w-]{1,100}\.[a-z0-9]{1,8}$/.test(name)) throw new FileStoreError("A stored file must have a plain name.");
  return name;
}
