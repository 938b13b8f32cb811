import type { Item } from "#contract/catalogue.ts";
import { useSyncExternalStore } from "react";

let added: Item | undefined;
const listeners = new Set<() => void>();

function change(item: Item | undefined): void {
  if (added === item) return;
  added = item;
  for (const listener of listeners) listener();
}

/** Tells that an item was just added to the cart. */
export function showAddedItem(item: Item): void {
  change({ ...item }); // why: the same item twice is told twice
}

/** Takes that news away again. */
export function clearAddedItem(): void {
  change(undefined);
}

/** The item just added, or nothing. */
export function useAddedItem(): Item | undefined {
  return useSyncExternalStore(
    subscribe,
    () => added,
    () => undefined,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
