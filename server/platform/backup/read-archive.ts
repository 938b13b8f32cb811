import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { Decrypter } from "age-encryption";
import { extract } from "tar-stream";
import { errorCode } from "../errors/error-code.ts";
import {
  BackupFailed,
  damaged,
  type Entry,
  maxEntryBytes,
  type Manifest,
  manifest as manifestShape,
  manifestName,
  manifestSum,
  format,
} from "./archive.ts";
import { sha256, webStream } from "./write-archive.ts";

type Source = { file: string; passphrase: string | undefined };

/**
 * Passes every table piece and stored file of an archive to `take`; returns the manifest. Throws BackupFailed on damage, so
 * entries count only once it returns.
 */
export async function readArchive(
  source: Source,
  take: (entry: Entry) => Promise<void> = async () => {},
): Promise<Manifest> {
  const bytes = await bytesOf(source);
  const checker = new Checker();
  try {
    for await (const entry of entriesOf(bytes, checker, source.file)) if (checker.accept(entry)) await take(entry);
  } finally {
    bytes.destroy();
  }
  return checker.end();
}

async function* entriesOf(bytes: Readable, checker: Checker, file: string): AsyncGenerator<Entry> {
  const tar = extract();
  bytes.once("error", (error) => tar.destroy(error));
  bytes.pipe(tar);
  try {
    for await (const stream of tar) {
      const { name, size, type } = stream.header;
      if (type !== "file" || (size ?? 0) > maxEntryBytes) throw checker.damaged(`${name} is not an entry of a backup`);
      yield { name, content: await buffer(stream) };
    }
  } catch (error) {
    if (error instanceof BackupFailed) throw error;
    const code = errorCode(error);
    if (code !== undefined && /^E[A-Z]+$/.test(code)) throw new BackupFailed(`${file} cannot be read (${code}).`);
    throw checker.damaged("its bytes are wrong, or its end is missing", error);
  }
}

const encrypted = "age-encryption.org/v1\n";

async function bytesOf({ file, passphrase }: Source): Promise<Readable> {
  const beginning = await beginningOf(file);
  const plain = createReadStream(file, { highWaterMark: 1 << 18 });
  if (!beginning.startsWith(encrypted)) {
    if (!/^(?:tables|media|mail|sums)\/|^manifest/.test(beginning)) {
      plain.destroy();
      throw new BackupFailed(`${file} is not a backup of a lending library.`);
    }
    return plain;
  }
  try {
    if (passphrase === undefined)
      throw new BackupFailed(`${file} is encrypted: set BACKUP_PASSPHRASE to the passphrase it was made with.`);
    const decrypter = new Decrypter();
    decrypter.addPassphrase(passphrase);
    return Readable.fromWeb(await decrypter.decrypt(webStream(plain)));
  } catch (error) {
    plain.destroy();
    if (error instanceof BackupFailed) throw error;
    throw new BackupFailed(`BACKUP_PASSPHRASE does not open ${file}, or its start is damaged.`, { cause: error });
  }
}

async function beginningOf(file: string): Promise<string> {
  try {
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(100), 0, 100, 0);
      return buffer.subarray(0, bytesRead).toString("latin1");
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = errorCode(error) ?? "unknown";
    throw new BackupFailed(code === "ENOENT" ? `${file} does not exist.` : `${file} cannot be read (${code}).`);
  }
}

class Checker {
  #last = "its start";
  #seen: string[] = [];
  #entries = 0;
  #manifest: { content: Buffer; isConfirmed: boolean } | undefined;

  accept({ name, content }: Entry): boolean {
    if (this.#manifest) {
      if (name !== manifestSum || content.toString() !== `${sha256(this.#manifest.content)}  ${manifestName}\n`)
        throw this.damaged(`${manifestName} does not match ${manifestSum}`);
      this.#manifest.isConfirmed = true;
      return false;
    }
    this.#last = name;
    if (name === manifestName) {
      this.#manifest = { content, isConfirmed: false };
      return false;
    }
    this.#entries += 1;
    if (name.startsWith("sums/")) {
      this.#compare(content.toString());
      return false;
    }
    this.#seen.push(`${sha256(content)}  ${name}`);
    return true;
  }

  #compare(sums: string) {
    const expected = sums.split("\n").slice(0, -1);
    const wrong = this.#seen.findIndex((line, at) => line !== expected[at]);
    if (wrong >= 0) throw this.damaged(`${this.#seen[wrong]?.slice(66)} does not match its SHA-256`);
    if (expected.length !== this.#seen.length)
      throw this.damaged(`${expected[this.#seen.length]?.slice(66)} is missing`);
    this.#seen = [];
  }

  end(): Manifest {
    if (!this.#manifest?.isConfirmed || this.#seen.length > 0) throw this.damaged("its end is missing");
    const { data } = manifestShape.safeParse(JSON.parse(this.#manifest.content.toString()));
    if (!data) throw this.damaged(`${manifestName} cannot be read`);
    if (data.format > format)
      throw new BackupFailed(
        `The backup has format ${data.format}, which this version does not know: use a newer version.`,
      );
    if (data.entries !== this.#entries)
      throw this.damaged(`it has ${this.#entries} entries instead of ${data.entries}`);
    return data;
  }

  damaged(problem: string, cause?: unknown): BackupFailed {
    return damaged(this.#last, problem, cause);
  }
}
