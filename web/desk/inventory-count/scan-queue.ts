import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import {
  type CountedScan,
  type ListedCopy,
  maxScans,
  type Phone,
  type Tally,
} from "#contract/desk/inventory-counts.ts";
import { limits } from "#contract/catalog/codes.ts";
import { cut } from "#contract/wire/cut.ts";
import { call, CallFailed, isRefusedFor } from "#web/lib/call.ts";
import { signalScan } from "#web/ui/code-scanner/scan-signals.ts";
import { currentSession } from "#web/lib/session.ts";
import { inventoryCountQuery, resultOf } from "./inventory-count-queries.ts";

/** Says why scans aren't sent: the library is unreachable, the inventory count is closed, or storage is full. */
type Trouble = "waiting" | "closed" | "full";

const retryMs = 3000;
const maxShown = 20;

/** Stores one person's scans and sends them in batches. Removes them only after sending, which is idempotent. */
export function useScanQueue(inventoryCountId: number, userId: number) {
  const [stored, setStored] = useState(() => storedScans(userId, inventoryCountId));
  const reload = useCallback(() => setStored(storedScans(userId, inventoryCountId)), [userId, inventoryCountId]);
  const { send, trouble, setTrouble } = useSending(userId, inventoryCountId, reload);
  useRetries(stored.length > 0 && trouble !== "closed", send, reload);

  const store = (scan: StoredScan) => {
    if (!storeScan(userId, inventoryCountId, scan)) {
      setTrouble("full");
      signalScan(false);
      return;
    }
    reload();
    if (trouble !== undefined && !scan.isUndone) signalScan(true); // the result comes after sending
    void send();
  };
  return {
    stored,
    trouble,
    scan: (input: string, place: string) => {
      const text = cut(input.trim(), limits.line);
      store({ scanId: newScanId(), text, place, at: new Date().toISOString(), isUndone: false });
    },
    undo: ({ scanId, text, at }: Pick<CountedScan, "scanId" | "text" | "at">) =>
      store({ scanId, text, place: "", at, isUndone: true }),
    retry: () => void send(),
    discard: () => {
      removeScans(userId, inventoryCountId, storedScans(userId, inventoryCountId));
      void reportUnsent(userId, inventoryCountId);
      setTrouble(undefined);
      reload();
    },
  };
}

/** Sends the stored scans, one batch after another, and shows their results. */
function useSending(userId: number, inventoryCountId: number, reload: () => void) {
  const client = useQueryClient();
  const [trouble, setTrouble] = useState<Trouble>();
  const isSending = useRef(false);
  const showResults = useCallback(
    ({ scans, tally }: { scans: CountedScan[]; tally: Tally }) => {
      client.setQueryData(inventoryCountQuery(inventoryCountId).queryKey, (before) => {
        if (!before) return before;
        const fresh = new Map(scans.map((scan) => [scan.scanId, scan]));
        const knownScans = before.latest.map((scan) => fresh.get(scan.scanId) ?? scan);
        const newScans = scans.filter(({ scanId }) => knownScans.every((scan) => scan.scanId !== scanId));
        return { ...before, tally, latest: [...newScans, ...knownScans].slice(0, maxShown) };
      });
      const isGood = scans.every((scan) => resultOf(scan).isGood);
      if (scans.some(({ isUndone }) => !isUndone)) signalScan(isGood);
      removeFromMissing(client, inventoryCountId, scans);
      if (!isGood || scans.some(({ isUndone }) => isUndone))
        void client.invalidateQueries({ queryKey: ["inventory-counts", "list", inventoryCountId] });
    },
    [client, inventoryCountId],
  );
  const send = useCallback(async () => {
    if (isSending.current) return;
    isSending.current = true;
    try {
      for (;;) {
        const scans = storedScans(userId, inventoryCountId).slice(0, maxScans);
        // never send in the name of someone who logged in since
        if (scans.length === 0 || currentSession()?.user.userId !== userId) break;
        const body = { scans, phone: phoneOf(userId, inventoryCountId, scans) };
        const { data } = await call("POST InventoryCount/SendScans/{id}", { params: { id: inventoryCountId }, body });
        removeScans(userId, inventoryCountId, scans);
        setTrouble(undefined);
        showResults(data);
      }
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      const isClosed = isRefusedFor(error, "inventory-count-closed");
      setTrouble(isClosed ? "closed" : "waiting");
      void reportUnsent(userId, inventoryCountId); // a small request may get through where many scans don't
      if (isClosed) void client.invalidateQueries({ queryKey: inventoryCountQuery(inventoryCountId).queryKey });
    } finally {
      isSending.current = false;
      reload();
    }
  }, [userId, inventoryCountId, client, showResults, reload]);
  return { send, trouble, setTrouble };
}

/** Removes scanned copies from the cached lists of missing copies. The next fetch brings the rest. */
function removeFromMissing(client: QueryClient, inventoryCountId: number, scans: readonly CountedScan[]): void {
  const scannedIds = new Set(scans.flatMap(({ copy, isUndone }) => (copy && !isUndone ? copy.inventoryItemId : [])));
  client.setQueriesData<{ data: ListedCopy[]; total: number }>(
    { queryKey: ["inventory-counts", "list", inventoryCountId, "missing"] },
    (list) => {
      const data = list?.data.filter(({ inventoryItemId }) => !scannedIds.has(inventoryItemId));
      return list && data && { ...list, data, total: list.total - (list.data.length - data.length) };
    },
  );
}

/** Reports how many scans are stored here. Ignores failures, as the scans themselves show them. */
async function reportUnsent(userId: number, inventoryCountId: number): Promise<void> {
  if (currentSession()?.user.userId !== userId) return;
  const body = phoneOf(userId, inventoryCountId);
  await call("POST InventoryCount/ReportUnsent/{id}", { params: { id: inventoryCountId }, body }).catch(
    () => undefined,
  );
}

/** Sends stored scans at the start, every few seconds while some are left, and when the browser comes online. */
function useRetries(isWaiting: boolean, send: () => Promise<void>, reload: () => void): void {
  useEffect(() => {
    const retry = () => void send();
    addEventListener("online", retry);
    addEventListener("storage", reload); // another tab of this browser
    return () => {
      removeEventListener("online", retry);
      removeEventListener("storage", reload);
    };
  }, [send, reload]);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const first = setTimeout(() => void send());
    const timer = setInterval(() => void send(), retryMs);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [isWaiting, send]);
}

export type ScanQueue = ReturnType<typeof useScanQueue>;

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

/** Stores a scan in this browser until it is sent. Returns false if storage is full or blocked. */
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
export function removeScans(userId: number, inventoryCountId: number, sentScans: readonly StoredScan[]): void {
  for (const { scanId, isUndone } of sentScans) {
    const name = nameOf(userId, inventoryCountId, scanId);
    if (read(name, scanId).every((stored) => stored.isUndone === isUndone)) localStorage.removeItem(name);
  }
}

/** Counts the unsent scans of an inventory count in this browser: this person's and other people's. */
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
  const sentIds = new Set(without.map(({ scanId }) => scanId));
  const scans = storedScans(userId, inventoryCountId).filter(({ scanId }) => !sentIds.has(scanId));
  return { phone: ownPhone(), unsent: scans.length, since: scans[0]?.at ?? null };
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
