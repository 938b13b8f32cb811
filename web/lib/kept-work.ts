import { keptUserId } from "./session.ts";

export type KeptWork<Work> = {
  find: (name: string) => Work | undefined;
  keep: (name: string, work: Work) => void;
  forget: (name: string) => void;
};

const stores: { clear: () => void; size: number }[] = [];
let keep: (() => void) | undefined;

/** Creates a store of unsaved work in memory, for the user who typed it. Call at module load. */
export function keptWork<Work>(): KeptWork<Work> {
  const store = new Map<string, { userId: number; work: Work }>();
  stores.push(store);
  return {
    find: (name) => {
      const entry = store.get(name);
      return entry && entry.userId === keptUserId() ? entry.work : undefined;
    },
    keep: (name, work) => {
      const userId = keptUserId();
      if (userId !== undefined) store.set(name, { userId, work });
    },
    forget: (name) => void store.delete(name),
  };
}

/** The prefixes of drafts and of lists (`kept-list.ts`) in this tab's storage. */
export const draftPrefix = "draft:";
export const listPrefix = "list:";

const inStorage = (prefix: string) => Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));

/** Keeps unsaved work for the same user's next login, and allows leaving the page. */
export function keepWork(): void {
  keep?.();
  leaveFreely();
}

/** Returns whether there is unsaved work, in memory or in the tab's storage. */
export function isWorkKept(): boolean {
  return stores.some(({ size }) => size > 0) || inStorage(draftPrefix).length > 0;
}

export function onSessionEnd(listener: () => void): () => void {
  keep = listener;
  return () => {
    if (keep === listener) keep = undefined;
  };
}

export function forgetWork(): void {
  for (const store of stores) store.clear();
  for (const key of [...inStorage(draftPrefix), ...inStorage(listPrefix)]) sessionStorage.removeItem(key);
}

type Ask = () => Promise<boolean>;

const guards = new Set<Ask>(); // one for each unsaved form of a page

/** Asks before leaving the page within the site. Returns a function that removes the question. */
export function guardLeaving(ask: Ask): () => void {
  guards.add(ask);
  return () => void guards.delete(ask);
}

export function leaveFreely(): void {
  guards.clear();
}

/** Returns a function that asks all questions until one gets a no, undefined without any. */
export function leavingQuestion(): Ask | undefined {
  if (guards.size === 0) return undefined;
  const questions = [...guards];
  return async () => {
    for (const ask of questions) if (!(await ask())) return false;
    return true;
  };
}
