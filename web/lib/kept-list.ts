import type * as z from "zod/mini";
import { listPrefix } from "./kept-work.ts";
import { keptUserId } from "./session.ts";

/** Keeps a list in this tab's storage for its user until the logout. Leaves out entries of an earlier version of the site. */
export function keptList<Entry>(name: string, entry: z.ZodMiniType<Entry>) {
  const key = `${listPrefix}${name}`;
  return {
    read: (): readonly Entry[] => {
      if (typeof sessionStorage === "undefined") return [];
      const [userId, ...entries] = read(key);
      if (userId === undefined || userId !== keptUserId()) return [];
      return entries.flatMap((item) => {
        const result = entry.safeParse(item);
        return result.success ? [result.data] : [];
      });
    },
    write: (entries: readonly Entry[]): void => {
      try {
        sessionStorage.setItem(key, JSON.stringify([keptUserId(), ...entries]));
      } catch {
        // the storage is full, so the list lives as long as the page
      }
    },
  };
}

function read(key: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return []; // someone edited the storage
  }
}
