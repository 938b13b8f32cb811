/** Who counts a inventory count in this browser, and what it is called: what its page needs without a network. */
export type OfflineInventoryCount = { userId: number; scope: string };

const prefix = "inventory-count-offline:";

export function keepOffline(inventoryCountId: number, { userId, scope }: OfflineInventoryCount): void {
  try {
    localStorage.setItem(`${prefix}${inventoryCountId}`, JSON.stringify({ userId, scope }));
  } catch {
    // no room, or storage is blocked: it does not open without a network
  }
}

export function keptOffline(inventoryCountId: number): OfflineInventoryCount | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(`${prefix}${inventoryCountId}`) ?? "null");
    if (typeof kept !== "object" || kept === null || !("userId" in kept && "scope" in kept)) return undefined;
    const { userId, scope } = kept;
    return typeof userId === "number" && typeof scope === "string" ? { userId, scope } : undefined;
  } catch {
    return undefined; // somebody edited the storage
  }
}

/** From now on nothing opens without a network. What was scanned stays. */
export async function forgetOffline(): Promise<void> {
  for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name);
  if (!("serviceWorker" in navigator)) return;
  const workers = await navigator.serviceWorker.getRegistrations();
  await Promise.all(workers.map((worker) => worker.unregister()));
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
