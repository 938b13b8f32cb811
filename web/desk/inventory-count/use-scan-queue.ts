import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { type CountedScan, type ListedCopy, maxScans, type Tally } from "#contract/desk/inventory-counts.ts";
import { limits } from "#contract/catalog/codes.ts";
import { cut } from "#contract/wire/cut.ts";
import { call, CallFailed, isRefusedFor } from "#web/lib/call.ts";
import { signalScan } from "#web/ui/code-scanner/scan-signals.ts";
import { currentSession } from "#web/lib/session.ts";
import { removeScans, storeScan, type StoredScan, storedScans, newScanId, phoneOf } from "./kept-scans.ts";
import { resultOf, inventoryCountQuery } from "./inventory-count-queries.ts";

/** Why scans aren't sent: the library can't be reached, the inventory count is closed, or the browser is out of storage. */
export type Trouble = "waiting" | "closed" | "full";

const retryMs = 3000;
const maxShown = 20;

type Counted = { scans: CountedScan[]; tally: Tally };

/** Stores one person's scans in this browser, and sends them in batches. Sending is idempotent, so scans are removed only afterwards. */
export function useScanQueue(inventoryCountId: number, userId: number) {
  const [stored, setStored] = useState(() => storedScans(userId, inventoryCountId));
  const reload = useCallback(() => setStored(storedScans(userId, inventoryCountId)), [userId, inventoryCountId]);
  const { send, trouble, setTrouble } = useSending({ userId, inventoryCountId, reload });
  useRetries({ isWaiting: stored.length > 0 && trouble !== "closed", send, reload });

  const keep = (scan: StoredScan) => {
    if (!storeScan(userId, inventoryCountId, scan)) {
      setTrouble("full");
      signalScan(false);
      return;
    }
    reload();
    if (trouble !== undefined && !scan.isUndone) signalScan(true); // the result comes once it is sent
    void send();
  };
  return {
    stored,
    trouble,
    scan: (input: string, place: string) => {
      const text = cut(input.trim(), limits.line);
      keep({ scanId: newScanId(), text, place, at: new Date().toISOString(), isUndone: false });
    },
    undo: ({ scanId, text, at }: Pick<CountedScan, "scanId" | "text" | "at">) =>
      keep({ scanId, text, place: "", at, isUndone: true }),
    retry: () => void send(),
    discard: () => {
      removeScans(userId, inventoryCountId, storedScans(userId, inventoryCountId));
      void reportUnsent(userId, inventoryCountId);
      setTrouble(undefined);
      reload();
    },
  };
}

type Sending = { userId: number; inventoryCountId: number; reload: () => void };

/** Sends the stored scans, one batch after another, and shows their results. */
function useSending({ userId, inventoryCountId, reload }: Sending) {
  const client = useQueryClient();
  const [trouble, setTrouble] = useState<Trouble>();
  const sending = useRef(false);
  const take = useCallback(
    ({ scans, tally }: Counted) => {
      client.setQueryData(inventoryCountQuery(inventoryCountId).queryKey, (before) => {
        if (!before) return before;
        const fresh = new Map(scans.map((scan) => [scan.scanId, scan]));
        const known = before.latest.map((scan) => fresh.get(scan.scanId) ?? scan);
        const added = scans.filter(({ scanId }) => known.every((scan) => scan.scanId !== scanId));
        return { ...before, tally, latest: [...added, ...known].slice(0, maxShown) };
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
    if (sending.current) return;
    sending.current = true;
    try {
      for (;;) {
        const scans = storedScans(userId, inventoryCountId).slice(0, maxScans);
        // never send in the name of someone who logged in since
        if (scans.length === 0 || currentSession()?.user.userId !== userId) break;
        const body = { scans, phone: phoneOf(userId, inventoryCountId, scans) };
        const { data } = await call("POST InventoryCount/SendScans/{id}", { params: { id: inventoryCountId }, body });
        removeScans(userId, inventoryCountId, scans);
        setTrouble(undefined);
        take(data);
      }
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      const isClosed = isRefusedFor(error, "inventory-count-closed");
      setTrouble(isClosed ? "closed" : "waiting");
      void reportUnsent(userId, inventoryCountId); // this small request may get through where many scans don't
      if (isClosed) void client.invalidateQueries({ queryKey: inventoryCountQuery(inventoryCountId).queryKey });
    } finally {
      sending.current = false;
      reload();
    }
  }, [userId, inventoryCountId, client, take, reload]);
  return { send, trouble, setTrouble };
}

/** Removes scanned copies from the cached lists of missing copies; the next fetch brings the rest. */
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
  await call("POST InventoryCount/SayUnsent/{id}", { params: { id: inventoryCountId }, body }).catch(() => undefined);
}

type Retries = { isWaiting: boolean; send: () => Promise<void>; reload: () => void };

/** Sends stored scans at the start, every few seconds while some are left, and when the browser comes online. */
function useRetries({ isWaiting, send, reload }: Retries): void {
  useEffect(() => {
    const again = () => void send();
    addEventListener("online", again);
    addEventListener("storage", reload); // another tab of this browser
    return () => {
      removeEventListener("online", again);
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
