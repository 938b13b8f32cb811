import type { Item } from "#contract/catalog.ts";
import { useSyncExternalStore } from "react";

let added: Item | undefined;
const listeners = new Set<() => void>();

function change(item: Item | undefined): void {
  if (added === item) return;
  added = item;
  for (const listener of listeners) listener();
}

/** Announces that an item was added to the cart. */
export function showAddedItem(item: Item): void {
  change({ ...item }); // adding the same item twice announces it twice
}

export function clearAddedItem(): void {
  change(undefined);
}

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
