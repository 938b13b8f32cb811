import * as z from "zod";
import { StartError } from "../errors/source-places.ts";

/*
 * A backup is a tar file, or one in the age format, which the program `age` opens as well. Its entries, in this order:
 *   tables/NAME/000001.copy.gz ...   a table's rows as PostgreSQL's COPY writes them, in pieces
 *   media/NAME, mail/NAME            stored files as they are
 *   schema.sql                       the tables, and what loads their rows, for psql
 *   sums/000001.txt                  after at most a thousand entries: their SHA-256, as `sha256sum -c` reads it
 *   manifest.json, manifest.sha256   what must have come before: an archive that was cut off has none
 */

export const format = 1;
export const manifestName = "manifest.json";
export const manifestSum = "manifest.sha256";
export const entriesPerSum = 1000;

/** Bytes of a table's rows in one entry, before they are compressed: what is held in memory. */
export const pieceSize = 4_000_000;

/** No entry is larger: a stored file has at most 10 MB. */
export const longestEntry = 64_000_000;

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
  /** Stored files that rows name and that were not there: at most a hundred names, and how many. */
  missing: z.object({ count: z.number(), names: z.array(z.string()) }),
  /** Entries before the manifest, those of sums included. */
  entries: z.number(),
});
export type Manifest = z.output<typeof manifest>;

export type Entry = { name: string; content: Buffer };

/** A backup could not be written, read, or restored; the message is one sentence for the operator. */
export class BackupFailed extends StartError {
  override name = "BackupFailed";
}

/** What the library of another time did is nobody's now, and what waits to be sent was perhaps sent after the backup. */
export const rowsOfPast = (at: string) => `
update jobs set lease = null, leased_until = null where lease is not null;
delete from mail_hold;
insert into mail_hold (backup_at) values (${at});`;

export const rowsIn = ({ tables }: Pick<Manifest, "tables">) => tables.reduce((sum, { rows }) => sum + rows, 0);

/** How many lines of COPY's text these bytes end: one for each row. */
export function countRows(bytes: Uint8Array): number {
  let found = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) found += 1;
  return found;
}

/** The archive is not as it was written. */
export const damaged = (place: string, what: string, cause?: unknown) =>
  new BackupFailed(`The backup is damaged near ${place}: ${what}. Nothing was changed.`, { cause });
