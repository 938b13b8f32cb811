/** The user and the name of an inventory count that this browser can open without a network. */
export type OfflineInventoryCount = { userId: number; scope: string };

const prefix = "inventory-count-offline:";

export function keepOffline(inventoryCountId: number, { userId, scope }: OfflineInventoryCount): void {
  try {
    localStorage.setItem(`${prefix}${inventoryCountId}`, JSON.stringify({ userId, scope }));
  } catch {
    // the storage is full or blocked, so the count does not open without a network
  }
}

export function keptOffline(inventoryCountId: number): OfflineInventoryCount | undefined {
  try {
    const entry: unknown = JSON.parse(localStorage.getItem(`${prefix}${inventoryCountId}`) ?? "null");
    if (typeof entry !== "object" || entry === null || !("userId" in entry && "scope" in entry)) return undefined;
    const { userId, scope } = entry;
    return typeof userId === "number" && typeof scope === "string" ? { userId, scope } : undefined;
  } catch {
    return undefined; // someone edited the storage
  }
}

/** Stops inventory counts from opening without a network. Keeps the scanned copies. */
export async function forgetOffline(): Promise<void> {
  for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name);
  if (!("serviceWorker" in navigator)) return;
  const workers = await navigator.serviceWorker.getRegistrations();
  await Promise.all(workers.map((worker) => worker.unregister()));
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
