import { createHash, randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { link, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { Encrypter } from "age-encryption";
import { type Pack, pack as newPack } from "tar-stream";
import { errorCode } from "../errors/error-code.ts";
import { BackupFailed, type Entry, entriesPerSum, manifestName, manifestSum } from "./archive.ts";

export class ArchiveWriter {
  readonly #pack: Pack;
  readonly #stopping: AbortSignal | undefined;
  #sums: string[] = [];
  #sumFiles = 0;
  #entries = 0;

  constructor(pack: Pack, stopping?: AbortSignal) {
    this.#pack = pack;
    this.#stopping = stopping;
  }

  async add({ name, content }: Entry): Promise<void> {
    this.#stopping?.throwIfAborted();
    await this.#write(name, content);
    this.#sums.push(`${sha256(content)}  ${name}\n`);
    if (this.#sums.length === entriesPerSum) await this.#writeSums();
  }

  /** Ends the archive with the manifest, which marks it as complete. */
  async end(manifestWith: (entries: number) => object): Promise<void> {
    if (this.#sums.length > 0) await this.#writeSums();
    const content = Buffer.from(`${JSON.stringify(manifestWith(this.#entries), null, 1)}\n`);
    await this.#write(manifestName, content);
    await this.#write(manifestSum, Buffer.from(`${sha256(content)}  ${manifestName}\n`));
    this.#pack.finalize();
  }

  async #writeSums() {
    this.#sumFiles += 1;
    const content = Buffer.from(this.#sums.join(""));
    this.#sums = [];
    await this.#write(`sums/${String(this.#sumFiles).padStart(6, "0")}.txt`, content);
  }

  #write(name: string, content: Buffer): Promise<void> {
    this.#entries += 1;
    return new Promise((resolve, reject) => {
      this.#pack.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()));
    });
  }
}

export const sha256 = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");

type Target = { file: string; passphrase: string | undefined; stopping?: AbortSignal | undefined };

/**
 * Writes an archive to a temporary file next to `file` and renames it once it's on disk, so that a kill or a full disk
 * never leaves half an archive. Returns its size in bytes.
 */
export async function writeArchive(
  { file, passphrase, stopping }: Target,
  fill: (writer: ArchiveWriter) => Promise<void>,
): Promise<number> {
  const folder = path.dirname(file);
  await removeAbandoned(folder);
  const temporary = path.join(folder, `${temporaryPrefix}${randomUUID()}`);
  try {
    const handle = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    const pack = newPack();
    const filling = fill(new ArchiveWriter(pack, stopping)).catch((error: unknown) => {
      pack.destroy(error instanceof Error ? error : new Error(String(error)));
      throw error;
    });
    const writing = bytesOf(pack, passphrase).then((bytes) =>
      pipeline(bytes, handle.createWriteStream({ flush: true })).finally(() => pack.destroy()),
    );
    const [fillResult, writeResult] = await Promise.allSettled([filling, writing]);
    for (const result of [writeResult, fillResult])
      if (result.status === "rejected" && isDiskError(result.reason)) throw result.reason;
    for (const result of [fillResult, writeResult]) if (result.status === "rejected") throw result.reason;
    await moveInPlace(temporary, file);
    return (await stat(file)).size;
  } catch (error) {
    throw isDiskError(error) ? new BackupFailed(`The backup ${file} cannot be written: ${sentenceOf(error)}.`) : error;
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

async function bytesOf(pack: Pack, passphrase: string | undefined): Promise<Readable> {
  const plain = Readable.from(pack, { objectMode: false });
  if (passphrase === undefined) return plain;
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(16); // half a second and 64 MB for each guess of the passphrase
  return Readable.fromWeb(await encrypter.encrypt(webStream(plain)));
}

/** Converts a stream, whose types differ between Node and the age package. */
export function webStream(stream: Readable): globalThis.ReadableStream<Uint8Array> & ReadableStream<Uint8Array> {
  return Readable.toWeb(stream);
}

const temporaryPrefix = ".library-backup-";
const abandonedAfter = 24 * 60 * 60 * 1000; // ms

async function removeAbandoned(folder: string) {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(temporaryPrefix)) continue;
    const file = path.join(folder, name);
    const stats = await stat(file).catch(() => undefined);
    if (stats && Date.now() - stats.mtimeMs > abandonedAfter) await rm(file, { force: true });
  }
}

/** Renames the archive without replacing an existing file. */
async function moveInPlace(temporary: string, file: string) {
  try {
    await link(temporary, file);
  } catch (error) {
    if (errorCode(error) === "EEXIST") throw new BackupFailed(`${file} already exists: choose another name.`);
    await rename(temporary, file); // a file system without links
  }
  if (process.platform === "win32") return; // folders cannot be synced there
  const folder = await open(path.dirname(file));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const diskErrors: Record<string, string> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EROFS: "the disk is read-only",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  ENOENT: "the folder does not exist",
  ENOTDIR: "its folder is a file",
  EIO: "the disk is failing",
};

const isDiskError = (error: unknown) =>
  diskErrors[errorCode(error) ?? ""] !== undefined && !(error instanceof BackupFailed);
const sentenceOf = (error: unknown) => diskErrors[errorCode(error) ?? ""];
