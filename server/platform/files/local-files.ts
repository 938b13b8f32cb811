import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { systemClock } from "#server/platform/clock.ts";
import { errorCode } from "#server/platform/errors/error-code.ts";
import { type FileStore, FileStoreError, type NamedFile, plainName } from "./file-store.ts";

export function localFiles(folder: string): FileStore {
  const pathOf = (name: string) => path.join(folder, plainName(name));
  return {
    write: (files) =>
      explainErrors("write to", async () => {
        await mkdir(folder, { recursive: true });
        for (const file of files) await writeWhole(folder, pathOf(file.name), file);
        await syncFolder(folder);
      }),
    read: (name) =>
      explainErrors("read from", async () => {
        const file = await unlessMissing(open(pathOf(name)));
        if (!file) return null;
        const { size } = await file.stat();
        return { size, content: file.createReadStream() };
      }),
    remove: (names) =>
      explainErrors("remove from", async () => {
        for (const name of names) await rm(pathOf(name), { force: true });
      }),
    tidy: (age) =>
      explainErrors("clean up", async () => {
        const before = new Date(systemClock.now().getTime() - age); // the machine's clock dates the files
        for (const name of (await unlessMissing(readdir(folder))) ?? []) {
          const file = path.join(folder, name);
          if (isTemporary(name) && ((await unlessMissing(stat(file)))?.mtime ?? before) < before)
            await rm(file, { force: true });
        }
      }),
  };
}

const isTemporary = (name: string) => name.startsWith(".aside-");

/** Writes to a temporary file, syncs, and renames it, so that a kill or a power failure leaves no half file. */
async function writeWhole(folder: string, target: string, { content }: NamedFile) {
  const temporary = path.join(folder, `.aside-${randomUUID()}`);
  try {
    await writeFile(temporary, content, { flag: "wx", flush: true });
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Syncs the new names; Windows cannot sync folders. */
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

async function explainErrors<T>(action: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileStoreError) throw error;
    throw new FileStoreError(`Cannot ${action} the folder of stored files (${errorCode(error) ?? "unknown"}).`, {
      cause: error,
    });
  }
}
