import type { Phone } from "#contract/desk/inventory-counts.ts";

export type StoredScan = { scanId: string; text: string; place: string; at: string; isUndone: boolean };

// One storage entry per scan: two tabs never overwrite each other's, and a tab that crashes has stored all it showed.
const prefix = "inventory-count:";
const nameOf = (userId: number, inventoryCountId: number, scanId: string) =>
  `${prefix}${userId}:${inventoryCountId}:${scanId}`;

/** Makes a random id. Not a UUID, because browsers make those only on secure addresses. */
export function newScanId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Stores a scan in this browser until it is sent; false if storage is full or blocked. */
export function storeScan(userId: number, inventoryCountId: number, { scanId, ...scan }: StoredScan): boolean {
  try {
    localStorage.setItem(nameOf(userId, inventoryCountId, scanId), JSON.stringify(scan));
    return true;
  } catch {
    return false;
  }
}

/** Returns a person's unsent scans in this browser, oldest first. */
export function storedScans(userId: number, inventoryCountId: number): StoredScan[] {
  const mine = nameOf(userId, inventoryCountId, "");
  return names()
    .filter((name) => name.startsWith(mine))
    .flatMap((name) => read(name, name.slice(mine.length)))
    .toSorted((a, b) => a.at.localeCompare(b.at));
}

/** Removes sent scans, unless they were undone since. */
export function removeScans(userId: number, inventoryCountId: number, sent: readonly StoredScan[]): void {
  for (const { scanId, isUndone } of sent) {
    const name = nameOf(userId, inventoryCountId, scanId);
    if (read(name, scanId).every((stored) => stored.isUndone === isUndone)) localStorage.removeItem(name);
  }
}

/** Counts the unsent scans of an inventory count in this browser: this person's, and those of others who used it. */
export function countStored(userId: number, inventoryCountId: number): { mine: number; others: number } {
  const all = names().filter(
    (name) => name.startsWith(prefix) && name.split(":")[2] === String(inventoryCountId),
  ).length;
  const mine = storedScans(userId, inventoryCountId).length;
  return { mine, others: all - mine };
}

const phoneName = "inventory-count-phone";

/** Returns the random id of this browser, a new one each time if storage is blocked. */
function ownPhone(): string {
  try {
    const phone = localStorage.getItem(phoneName) ?? newScanId();
    localStorage.setItem(phoneName, phone);
    return phone;
  } catch {
    return newScanId();
  }
}

/** Returns the report of a person's unsent scans, without those sent along with it. */
export function phoneOf(userId: number, inventoryCountId: number, without: readonly StoredScan[] = []): Phone {
  const sent = new Set(without.map(({ scanId }) => scanId));
  const unsent = storedScans(userId, inventoryCountId).filter(({ scanId }) => !sent.has(scanId));
  return { phone: ownPhone(), unsent: unsent.length, since: unsent[0]?.at ?? null };
}

function names(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return []; // storage is blocked
  }
}

function read(name: string, scanId: string): StoredScan[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? "");
    if (!isScan(stored)) return [];
    return [{ scanId, text: stored.text, place: stored.place, at: stored.at, isUndone: stored.isUndone }];
  } catch {
    return []; // damaged entry
  }
}

function isScan(value: unknown): value is Omit<StoredScan, "scanId"> {
  if (typeof value !== "object" || value === null) return false;
  if (!("text" in value && "place" in value && "at" in value && "isUndone" in value)) return false;
  const { text, place, at, isUndone } = value;
  return [text, place, at].every((part) => typeof part === "string") && typeof isUndone === "boolean";
}
