import { leaveFreely } from "./leave-guard.ts";
import { keptUserId } from "./session.ts";

/** Keeps what was typed into one kind of form, by the form's name. */
export type KeptWork<Work> = {
  /** What there is to come back to. */
  find: (name: string) => Work | undefined;
  keep: (name: string, work: Work) => void;
  forget: (name: string) => void;
};

const stores: { clear: () => void }[] = [];
let keep: (() => void) | undefined;

/** In memory, never on disk; for the user who typed it. Create it at module load. */
export function keptWork<Work>(): KeptWork<Work> {
  const store = new Map<string, { userId: number; work: Work }>();
  stores.push(store);
  return {
    find: (name) => {
      const kept = store.get(name);
      return kept && kept.userId === keptUserId() ? kept.work : undefined;
    },
    keep: (name, work) => {
      const userId = keptUserId();
      if (userId !== undefined) store.set(name, { userId, work });
    },
    forget: (name) => void store.delete(name),
  };
}

const prefix = "draft:";

/** In this tab's storage, so that a reload keeps it: the text of these fields, never a password. */
export function keptDrafts<Name extends string>(fields: readonly Name[]): KeptWork<Partial<Record<Name, string>>> {
  return {
    find: (name) => {
      const text = sessionStorage.getItem(prefix + name);
      if (!text) return undefined;
      try {
        const read: unknown = JSON.parse(text);
        const texts = new Map<string, unknown>(typeof read === "object" && read ? Object.entries(read) : []);
        const values: Partial<Record<Name, string>> = {};
        for (const field of fields) {
          const value = texts.get(field);
          if (typeof value === "string") values[field] = value;
        }
        return values;
      } catch {
        return undefined; // someone edited the storage: the form starts empty
      }
    },
    keep: (name, values) => sessionStorage.setItem(prefix + name, JSON.stringify(values, [...fields])),
    forget: (name) => sessionStorage.removeItem(prefix + name),
  };
}

/** Keeps what is being typed for the same user's next login, and allows leaving the page. */
export function keepWork(): void {
  keep?.();
  leaveFreely();
}

/** Registers how to keep what is typed, until the returned function is called. */
export function onSessionEnd(mine: () => void): () => void {
  keep = mine;
  return () => {
    if (keep === mine) keep = undefined;
  };
}

/** Clears everything, for shared computers. */
export function forgetWork(): void {
  for (const store of stores) store.clear();
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}
