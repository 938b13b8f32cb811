import * as z from "zod";
import { StartError } from "../errors/source-places.ts";

/*
 * A backup is a tar file, encrypted or not; the program `age` can decrypt it, too. Its entries, in this order:
 *   tables/NAME/000001.copy.gz ...   a table's rows in the format of PostgreSQL's COPY, in pieces
 *   media/NAME, mail/NAME            stored files
 *   schema.sql                       a psql script that creates the tables and loads their rows
 *   sums/000001.txt                  the SHA-256 of up to a thousand preceding entries, for `sha256sum -c`
 *   manifest.json, manifest.sha256   what the archive must contain; last, so that a truncated archive has none
 */

export const format = 1;
export const manifestName = "manifest.json";
export const manifestSum = "manifest.sha256";
export const entriesPerSum = 1000;

/** Bytes of rows in one entry, before compression. A backup holds one entry in memory. */
export const pieceSize = 4_000_000;

/** Larger entries mean damage: a stored file has at most 10 MB. */
export const maxEntryBytes = 64_000_000;

export const folders = ["media", "mail"] as const;
export type Folder = (typeof folders)[number];

export const manifest = z.object({
  format: z.number(),
  product: z.string(),
  postgres: z.string(),
  at: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })).min(1),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  files: z.object({ media: z.number(), mail: z.number() }),
  /** Missing files that the database refers to: their number, and up to a hundred names. */
  missing: z.object({ count: z.number(), names: z.array(z.string()) }),
  /** Entries before the manifest, including sums. */
  entries: z.number(),
});
export type Manifest = z.output<typeof manifest>;

export type Entry = { name: string; content: Buffer };

/** Thrown when a backup cannot be written, read, or restored; the message is a sentence for the operator. */
export class BackupFailed extends StartError {
  override name = "BackupFailed";
}

/** Releases the leases of the backed-up library and holds its waiting email, which may have been sent after the backup. */
export const resetAfterRestore = (at: string) => `
update jobs set lease = null, leased_until = null where lease is not null;
delete from mail_hold;
insert into mail_hold (backup_at) values (${at});`;

/** Counts the rows in COPY's text, each of which ends in a line feed. */
export function countRows(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}

export const damaged = (entry: string, problem: string, cause?: unknown) =>
  new BackupFailed(`The backup is damaged near ${entry}: ${problem}. Nothing was changed.`, { cause });
