import { statfs } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Configuration } from "#server/platform/configuration.ts";

/** A folder that the library writes to, by the name of its setting. */
type Place = { setting: "DATA_DIR" | "BACKUP_DIR"; folder: string };

/** In bytes. */
export type Space = { free: number; size: number };

const timeoutMs = 500; // a network folder may hang
const enough = 1e9; // bytes
const minShare = 0.05; // of a small disk

/** Returns the folders that this configuration writes to: none for a database server, a bucket, and a mail server. */
export function placesWrittenTo({
  databaseUrl,
  pictureStore,
  smtpUrl,
  dataFolder,
  backup,
}: Pick<Configuration, "databaseUrl" | "pictureStore" | "smtpUrl" | "dataFolder" | "backup">): Place[] {
  const isDataLocal = [databaseUrl, pictureStore, smtpUrl].includes(undefined);
  return [
    ...(isDataLocal ? [{ setting: "DATA_DIR" as const, folder: dataFolder }] : []),
    ...(backup.folder === undefined ? [] : [{ setting: "BACKUP_DIR" as const, folder: backup.folder }]),
  ];
}

const running = new Map<string, Promise<Space | undefined>>();

/** Returns the space on a folder's disk; undefined if the folder doesn't exist yet, hangs, or has no known size. */
export async function spaceIn(folder: string): Promise<Space | undefined> {
  const reading = running.get(folder) ?? readSpace(folder).finally(() => running.delete(folder));
  running.set(folder, reading); // one at a time, because a hanging one occupies a thread
  return Promise.race([reading, pause(timeoutMs, undefined, { ref: false })]);
}

async function readSpace(folder: string): Promise<Space | undefined> {
  const found = await statfs(folder).catch(() => undefined);
  if (found === undefined || found.blocks === 0) return undefined;
  return { free: found.bavail * found.bsize, size: found.blocks * found.bsize };
}

export const isAlmostFull = ({ free, size }: Space): boolean => free < Math.min(enough, minShare * size);

/** Throws if a disk is almost full. */
export async function checkDisks(places: readonly Place[], space = spaceIn): Promise<void> {
  for (const { setting, folder } of places) {
    const found = await space(folder);
    if (found === undefined || !isAlmostFull(found)) continue;
    throw new Error(
      `The disk with ${setting} ${folder} is almost full. Free up some space before the library can no longer save there.`,
    );
  }
}
