import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { answerScan } from "./scan-signals.ts";

/** What a scan did, in words, and what can be undone of it. */
export type Scan = {
  number: number;
  words: string;
  isGood: boolean;
  /** The check-in. */
  returnId?: number;
  /** The check-out: the assignment, and the copy's name. */
  checkOut?: { orderInventoryItemId: number; name: string; isUndone?: boolean };
};

const most = 50; // scans that are kept

/** The scans of this tab, newest first. They live in the query cache, so that leaving a page keeps them. */
export const sessionScansQuery = queryOptions<readonly Scan[]>({
  queryKey: ["scans"],
  queryFn: () => [],
  enabled: false,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Keeps what a scan did, and answers it by sound and vibration, where they are on. */
export function keepScan(client: QueryClient, scan: Omit<Scan, "number">): void {
  answerScan(scan.isGood);
  client.setQueryData(sessionScansQuery.queryKey, (before = []) => [
    { number: (before[0]?.number ?? 0) + 1, ...scan },
    ...before.slice(0, most - 1),
  ]);
}

/** Notes that the check-out of a scan is undone. */
export function noteUndone(client: QueryClient, orderInventoryItemId: number): void {
  client.setQueryData(sessionScansQuery.queryKey, (before = []) =>
    before.map((scan) =>
      scan.checkOut?.orderInventoryItemId === orderInventoryItemId
        ? { ...scan, checkOut: { ...scan.checkOut, isUndone: true } }
        : scan,
    ),
  );
}
