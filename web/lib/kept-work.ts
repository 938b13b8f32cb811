import { leaveFreely } from "./leave-guard.ts";
import { keptUserId } from "./session.ts";

export type KeptWork<Work> = {
  find: (name: string) => Work | undefined;
  keep: (name: string, work: Work) => void;
  forget: (name: string) => void;
};

const stores: { clear: () => void; size: number }[] = [];
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

/** What the names of drafts and of lists (`lists/kept-list.ts`) in this tab's storage begin with. */
export const draftPrefix = "draft:";
export const listPrefix = "list:";

const inStorage = (prefix: string) => Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));

/** Keeps what is being typed for the same user's next login, and allows leaving the page. */
export function keepWork(): void {
  keep?.();
  leaveFreely();
}

/** Whether there is anything to come back to. After a reload that is what is in the tab's storage. */
export function isWorkKept(): boolean {
  return stores.some(({ size }) => size > 0) || inStorage(draftPrefix).length > 0;
}

export function onSessionEnd(mine: () => void): () => void {
  keep = mine;
  return () => {
    if (keep === mine) keep = undefined;
  };
}

export function forgetWork(): void {
  for (const store of stores) store.clear();
  for (const key of [...inStorage(draftPrefix), ...inStorage(listPrefix)]) sessionStorage.removeItem(key);
}
