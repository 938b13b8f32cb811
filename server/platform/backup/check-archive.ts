import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { plainName } from "../files/file-store.ts";
import { BackupFailed, countRows, damaged, type Entry, type Folder, type Manifest } from "./archive.ts";
import { readArchive } from "./read-archive.ts";
import { schemaScript } from "./schema-script.ts";

const expanded = promisify(gunzip);

/** What an entry holds: rows of a table as COPY's text, a stored file, or the script for psql. */
export type Part =
  | { table: string; rows: Buffer }
  | { folder: Folder; name: string; content: Buffer }
  | { script: Buffer };

const isFolder = (name: string): name is Folder => name === "media" || name === "mail";

export async function partOf({ name, content }: Entry): Promise<Part> {
  const [folder = "", first = "", ...more] = name.split("/");
  if (folder === "tables" && more.length === 1) return { table: first, rows: await rowsOf(name, content) };
  if (isFolder(folder) && more.length === 0) return { folder, name: plainName(first), content };
  if (name === schemaScript) return { script: content };
  throw new BackupFailed(`The backup holds ${name}, which is no part of a library.`);
}

async function rowsOf(name: string, content: Buffer): Promise<Buffer> {
  try {
    return await expanded(content);
  } catch (error) {
    throw damaged(name, "its bytes are wrong", error);
  }
}

/** Reads an archive from end to end and gives its manifest. Throws BackupFailed unless all of it is there and whole. */
export async function checkArchive(file: string, passphrase: string | undefined): Promise<Manifest> {
  const rows = new Map<string, number>();
  const files = { media: 0, mail: 0 };
  const manifest = await readArchive({ file, passphrase }, async (entry) => {
    const part = await partOf(entry);
    if ("table" in part) rows.set(part.table, (rows.get(part.table) ?? 0) + countRows(part.rows));
    else if ("folder" in part) files[part.folder] += 1;
  });
  for (const table of manifest.tables) {
    const found = rows.get(table.name) ?? 0;
    if (found !== table.rows)
      throw new BackupFailed(
        `The backup has ${found} rows of ${table.name} instead of ${table.rows}. Nothing was changed.`,
      );
  }
  for (const folder of ["media", "mail"] as const)
    if (files[folder] !== manifest.files[folder])
      throw new BackupFailed(
        `The backup has ${files[folder]} files of ${folder} instead of ${manifest.files[folder]}. Nothing was changed.`,
      );
  return manifest;
}
