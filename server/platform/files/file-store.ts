import type { Readable } from "node:stream";

/** A file to store; its name consists of letters, digits, dashes, and one extension. */
export type NamedFile = { name: string; content: Uint8Array };

export type StoredFile = { size: number; content: Readable };

/** A store of files. Every failure is a FileStoreError. */
export type FileStore = {
  /** Writes each file atomically, replacing an existing one. */
  write: (files: readonly NamedFile[]) => Promise<void>;
  /** Returns the file, or null. The caller must read or destroy its content. */
  read: (name: string) => Promise<StoredFile | null>;
  /** Removes the files; missing ones are fine. */
  remove: (names: readonly string[]) => Promise<void>;
  /** Removes temporary files of killed writers that are older than `age` ms. */
  tidy: (age: number) => Promise<void>;
};

/** Thrown when the store fails; the message contains no key or secret. */
export class FileStoreError extends Error {
  override name = "FileStoreError";
}

const types: Record<string, string> = { webp: "image/webp", pdf: "application/pdf" };

/** Returns a file's content type by its extension, for readers of the bucket other than the library. */
export const typeOf = (name: string) => types[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";

/** Returns the name, or throws if it could lead out of the folder. */
export function plainName(name: string): string {
  if (!/^[\w-]{1,100}\.[a-z0-9]{1,8}$/.test(name)) throw new FileStoreError("A stored file must have a plain name.");
  return name;
}
