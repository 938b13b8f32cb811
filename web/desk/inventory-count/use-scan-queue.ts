import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { type CountedScan, type ListedCopy, scansMost, type Tally } from "#contract/desk/inventory-counts.ts";
import { limits } from "#contract/catalog/codes.ts";
import { cut } from "#contract/wire/cut.ts";
import { call, CallFailed, isRefusedFor } from "#web/lib/call.ts";
import { answerScan } from "#web/ui/code-scanner/scan-signals.ts";
import { currentSession } from "#web/lib/session.ts";
import { forgetScans, keepScan, type KeptScan, keptScans, newScanId, phoneOf } from "./kept-scans.ts";
import { resultOf, inventoryCountQuery } from "./inventory-count-queries.ts";

/** Why scans wait: no answer from the library, the inventory count was closed, or the browser has no room for another one. */
export type Trouble = "waiting" | "closed" | "full";

const pause = 3000; // ms until another try
const shownMost = 20;

type Counted = { scans: CountedScan[]; tally: Tally };

/**
 * The scans of one person in this browser: each is written down here first, and then sent in batches until the library says that it
 * has it. Sending twice changes nothing, so nothing is forgotten before.
 */
export function useScanQueue(inventoryCountId: number, userId: number) {
  const [kept, setKept] = useState(() => keptScans(userId, inventoryCountId));
  const look = useCallback(() => setKept(keptScans(userId, inventoryCountId)), [userId, inventoryCountId]);
  const { send, trouble, setTrouble } = useSending({ userId, inventoryCountId, look });
  useTries({ waits: kept.length > 0 && trouble !== "closed", send, look });

  const keep = (scan: KeptScan) => {
    if (!keepScan(userId, inventoryCountId, scan)) {
      setTrouble("full");
      answerScan(false);
      return;
    }
    look();
    if (trouble !== undefined && !scan.isUndone) answerScan(true); // the library says more later
    void send();
  };
  return {
    kept,
    trouble,
    scan: (scanned: string, place: string) => {
      const text = cut(scanned.trim(), limits.line);
      keep({ scanId: newScanId(), text, place, at: new Date().toISOString(), isUndone: false });
    },
    undo: ({ scanId, text, at }: Pick<CountedScan, "scanId" | "text" | "at">) =>
      keep({ scanId, text, place: "", at, isUndone: true }),
    retry: () => void send(),
    discard: () => {
      forgetScans(userId, inventoryCountId, keptScans(userId, inventoryCountId));
      void sayUnsent(userId, inventoryCountId);
      setTrouble(undefined);
      look();
    },
  };
}

type Sending = { userId: number; inventoryCountId: number; look: () => void };

/** Sends what is kept, one batch after another, and shows what the library says of it. */
function useSending({ userId, inventoryCountId, look }: Sending) {
  const client = useQueryClient();
  const [trouble, setTrouble] = useState<Trouble>();
  const sending = useRef(false);
  const take = useCallback(
    ({ scans, tally }: Counted) => {
      client.setQueryData(inventoryCountQuery(inventoryCountId).queryKey, (before) => {
        if (!before) return before;
        const fresh = new Map(scans.map((scan) => [scan.scanId, scan]));
        const known = before.latest.map((scan) => fresh.get(scan.scanId) ?? scan);
        const more = scans.filter(({ scanId }) => known.every((scan) => scan.scanId !== scanId));
        return { ...before, tally, latest: [...more, ...known].slice(0, shownMost) };
      });
      const isGood = scans.every((scan) => resultOf(scan).isGood);
      if (scans.some(({ isUndone }) => !isUndone)) answerScan(isGood);
      leaveMissing(client, inventoryCountId, scans);
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
        const scans = keptScans(userId, inventoryCountId).slice(0, scansMost);
        // never under the name of somebody who logged in since
        if (scans.length === 0 || currentSession()?.user.userId !== userId) break;
        const body = { scans, phone: phoneOf(userId, inventoryCountId, scans) };
        const { data } = await call("POST InventoryCount/SendScans/{id}", { params: { id: inventoryCountId }, body });
        forgetScans(userId, inventoryCountId, scans);
        setTrouble(undefined);
        take(data);
      }
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      const isClosed = isRefusedFor(error, "inventory-count-closed");
      setTrouble(isClosed ? "closed" : "waiting");
      void sayUnsent(userId, inventoryCountId); // it may reach the library where many scans do not
      if (isClosed) void client.invalidateQueries({ queryKey: inventoryCountQuery(inventoryCountId).queryKey });
    } finally {
      sending.current = false;
      look();
    }
  }, [userId, inventoryCountId, client, take, look]);
  return { send, trouble, setTrouble };
}

/** What was found leaves the lists of what is missing at once; more of it comes when a list is asked for again. */
function leaveMissing(client: QueryClient, inventoryCountId: number, scans: readonly CountedScan[]): void {
  const found = new Set(scans.flatMap(({ copy, isUndone }) => (copy && !isUndone ? copy.inventoryItemId : [])));
  client.setQueriesData<{ data: ListedCopy[]; total: number }>(
    { queryKey: ["inventory-counts", "list", inventoryCountId, "missing"] },
    (list) => {
      const data = list?.data.filter(({ inventoryItemId }) => !found.has(inventoryItemId));
      return list && data && { ...list, data, total: list.total - (list.data.length - data.length) };
    },
  );
}

/** Says how many scans are kept here; that it does not get through is no trouble of its own. */
async function sayUnsent(userId: number, inventoryCountId: number): Promise<void> {
  if (currentSession()?.user.userId !== userId) return;
  const body = phoneOf(userId, inventoryCountId);
  await call("POST InventoryCount/SayUnsent/{id}", { params: { id: inventoryCountId }, body }).catch(() => undefined);
}

/** Sends what is still there from before, again and again while something waits, and when there is a network again. */
function useTries({ waits, send, look }: { waits: boolean; send: () => Promise<void>; look: () => void }): void {
  useEffect(() => {
    const again = () => void send();
    addEventListener("online", again);
    addEventListener("storage", look); // another tab of this browser
    return () => {
      removeEventListener("online", again);
      removeEventListener("storage", look);
    };
  }, [send, look]);
  useEffect(() => {
    if (!waits) return undefined;
    const first = setTimeout(() => void send());
    const timer = setInterval(() => void send(), pause);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [waits, send]);
}

export type ScanQueue = ReturnType<typeof useScanQueue>;
