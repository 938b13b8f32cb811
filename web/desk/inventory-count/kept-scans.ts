import type { Phone } from "#contract/desk/inventory-counts.ts";

export type KeptScan = { scanId: string; text: string; place: string; at: string; isUndone: boolean };

// One entry a scan: two tabs never write over each other's, and a tab that is killed has written what it showed. The name says
// whose it is.
const prefix = "inventory-count:";
const nameOf = (userId: number, inventoryCountId: number, scanId: string) =>
  `${prefix}${userId}:${inventoryCountId}:${scanId}`;

/** A new scan's own number. Not a UUID: browsers make these only on secure addresses. */
export function newScanId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Keeps a scan in this browser until it is sent; false when the browser has no room, or keeps nothing. */
export function keepScan(userId: number, inventoryCountId: number, { scanId, ...scan }: KeptScan): boolean {
  try {
    localStorage.setItem(nameOf(userId, inventoryCountId, scanId), JSON.stringify(scan));
    return true;
  } catch {
    return false;
  }
}

/** What this person scanned in this browser and has not sent yet, the oldest first. */
export function keptScans(userId: number, inventoryCountId: number): KeptScan[] {
  const mine = nameOf(userId, inventoryCountId, "");
  return names()
    .filter((name) => name.startsWith(mine))
    .flatMap((name) => read(name, name.slice(mine.length)))
    .toSorted((a, b) => a.at.localeCompare(b.at));
}

/** Forgets scans that the library has, unless they were undone since they were sent. */
export function forgetScans(userId: number, inventoryCountId: number, sent: readonly KeptScan[]): void {
  for (const { scanId, isUndone } of sent) {
    const name = nameOf(userId, inventoryCountId, scanId);
    if (read(name, scanId).every((kept) => kept.isUndone === isUndone)) localStorage.removeItem(name);
  }
}

/** How many scans of a inventory count wait in this browser: this person's, and those of others who used it. */
export function countKept(userId: number, inventoryCountId: number): { mine: number; others: number } {
  const all = names().filter(
    (name) => name.startsWith(prefix) && name.split(":")[2] === String(inventoryCountId),
  ).length;
  const mine = keptScans(userId, inventoryCountId).length;
  return { mine, others: all - mine };
}

const phoneName = "inventory-count-phone";

/** This browser's own number, by which the library knows what it keeps; without storage another one each time, which keeps nothing. */
function ownPhone(): string {
  try {
    const phone = localStorage.getItem(phoneName) ?? newScanId();
    localStorage.setItem(phoneName, phone);
    return phone;
  } catch {
    return newScanId();
  }
}

/** What this browser tells the library that it keeps for a person, apart from what it sends with it. */
export function phoneOf(userId: number, inventoryCountId: number, without: readonly KeptScan[] = []): Phone {
  const sent = new Set(without.map(({ scanId }) => scanId));
  const kept = keptScans(userId, inventoryCountId).filter(({ scanId }) => !sent.has(scanId));
  return { phone: ownPhone(), unsent: kept.length, since: kept[0]?.at ?? null };
}

function names(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return []; // storage is blocked
  }
}

function read(name: string, scanId: string): KeptScan[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? "");
    return isScan(kept) ? [{ scanId, text: kept.text, place: kept.place, at: kept.at, isUndone: kept.isUndone }] : [];
  } catch {
    return []; // somebody edited the storage
  }
}

function isScan(value: unknown): value is Omit<KeptScan, "scanId"> {
  if (typeof value !== "object" || value === null) return false;
  if (!("text" in value && "place" in value && "at" in value && "isUndone" in value)) return false;
  const { text, place, at, isUndone } = value;
  return [text, place, at].every((part) => typeof part === "string") && typeof isUndone === "boolean";
}
