import { useEffect, useState } from "react";
import { leaveFreely } from "./leave-guard.ts";
import { keptUserId } from "./session.ts";

/** Where one kind of form keeps what was typed when the session ended under it; in memory, so never on the disk. */
export type KeptWork<Work> = Map<string, { userId: number; work: Work }>;

const stores: { clear: () => void }[] = [];
let keep: (() => void) | undefined;

/** A place for the unsaved work of one kind of form. Make it where the module is loaded. */
export function keptWork<Work>(): KeptWork<Work> {
  const store: KeptWork<Work> = new Map();
  stores.push(store);
  return store;
}

/** The session is over: what is being typed is kept for the same user's return, and the page may be left. */
export function keepWork(): void {
  keep?.();
  leaveFreely();
}

/** Nobody's work stays behind on a shared computer. */
export function forgetWork(): void {
  for (const store of stores) store.clear();
}

/** What this user had typed into the form of this name when the session ended; undefined when there is nothing. */
export function useReturnedWork<Work>(store: KeptWork<Work>, name: string): Work | undefined {
  const [returned] = useState(() => {
    const kept = store.get(name);
    return kept && kept.userId === keptUserId() ? kept.work : undefined;
  });
  // once: the form holds it from now on
  useEffect(() => void store.delete(name), [store, name]);
  return returned;
}

/** Keeps what `snapshot` gives, when there is something and the session ends. */
export function useKeptWork<Work>(store: KeptWork<Work>, name: string, snapshot: () => Work | undefined): void {
  useEffect(() => {
    const mine = () => {
      const [work, userId] = [snapshot(), keptUserId()];
      if (work !== undefined && userId !== undefined) store.set(name, { userId, work });
    };
    keep = mine;
    return () => {
      if (keep === mine) keep = undefined;
    };
  });
}
