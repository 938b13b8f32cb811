import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { systemClock } from "#server/platform/clock.ts";
import { errorCode } from "#server/platform/errors/error-code.ts";
import { type FileStore, FileStoreError, type NamedFile, plainName } from "./file-store.ts";

export function localFiles(folder: string): FileStore {
  const placeOf = (name: string) => path.join(folder, plainName(name));
  return {
    write: (files) =>
      inWords("written", async () => {
        await mkdir(folder, { recursive: true });
        for (const file of files) await writeWhole(folder, placeOf(file.name), file);
        await syncFolder(folder);
      }),
    read: (name) =>
      inWords("read", async () => {
        const file = await unlessMissing(open(placeOf(name)));
        if (!file) return null;
        const { size } = await file.stat();
        return { size, content: file.createReadStream() };
      }),
    remove: (names) =>
      inWords("removed", async () => {
        for (const name of names) await rm(placeOf(name), { force: true });
      }),
    tidy: (age) =>
      inWords("tidied", async () => {
        const before = new Date(systemClock.now().getTime() - age); // the machine's clock dates the files
        for (const name of (await unlessMissing(readdir(folder))) ?? []) {
          const place = path.join(folder, name);
          if (isAside(name) && ((await unlessMissing(stat(place)))?.mtime ?? before) < before)
            await rm(place, { force: true });
        }
      }),
  };
}

const isAside = (name: string) => name.startsWith(".aside-");

/** Written aside, synced to disk, then renamed in one step: a kill or a power failure leaves no half file. */
async function writeWhole(folder: string, place: string, { content }: NamedFile) {
  const aside = path.join(folder, `.aside-${randomUUID()}`);
  try {
    await writeFile(aside, content, { flag: "wx", flush: true });
    await rename(aside, place);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

/** Sync the new names too, where a folder can be synced (Windows cannot). */
async function syncFolder(folder: string) {
  if (process.platform === "win32") return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

async function inWords<T>(done: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileStoreError) throw error;
    throw new FileStoreError(`The folder of stored files cannot be ${done} (${errorCode(error) ?? "unknown"}).`, {
      cause: error,
    });
  }
}
