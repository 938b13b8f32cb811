import type * as z from "zod/mini";
import { listPrefix } from "../kept-work.ts";
import { keptUserId } from "../session.ts";

/**
 * A list in this tab's storage, so that a reload keeps it: for the user who made it, until the log-out. What an earlier
 * version of the site wrote otherwise is left out.
 */
export function keptList<Entry>(name: string, entry: z.ZodMiniType<Entry>) {
  const key = `${listPrefix}${name}`;
  return {
    read: (): readonly Entry[] => {
      if (typeof sessionStorage === "undefined") return [];
      const [userId, ...entries] = read(key);
      if (userId === undefined || userId !== keptUserId()) return [];
      return entries.flatMap((one) => {
        const parsed = entry.safeParse(one);
        return parsed.success ? [parsed.data] : [];
      });
    },
    write: (entries: readonly Entry[]): void => {
      try {
        sessionStorage.setItem(key, JSON.stringify([keptUserId(), ...entries]));
      } catch {
        // the storage is full: the list lives as long as the page
      }
    },
  };
}

function read(key: string): readonly unknown[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return []; // somebody edited the storage
  }
}
