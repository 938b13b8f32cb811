import type { Item } from "#contract/catalog/catalog.ts";
import { useSyncExternalStore } from "react";

/** Holds the quantities before and now. A new `id` announces the same addition again. */
export type Added = { id: number; item: Item; before: number; now: number };

let current: Added | undefined;
let count = 0;
const listeners = new Set<() => void>();

function change(next: Added | undefined): void {
  if (current === next) return;
  current = next;
  for (const listener of listeners) listener();
}

export function showAddedItem(item: Item, before: number, now: number): void {
  count += 1;
  change({ id: count, item, before, now });
}

export function clearAddedItem(): void {
  change(undefined);
}

export function useAddedItem(): Added | undefined {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Loads the picture for the announcement, for at most a second. */
export async function loadPicture({ attachmentUrl, attachmentSrcset }: Item): Promise<unknown> {
  if (!attachmentUrl) return undefined;
  const image = new Image();
  image.sizes = "5rem";
  image.srcset = attachmentSrcset ?? "";
  image.src = attachmentUrl;
  return Promise.race([image.decode().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 1000))]);
}
