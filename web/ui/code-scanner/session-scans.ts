import { type QueryClient, queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { signalScan } from "./scan-signals.ts";
import { keptList } from "#web/lib/kept-list.ts";

/** What an Undo reverts, newest first, and its message. Parts that were already undone are left out. */
const undo = z.object({
  /** The assignment of a check-out. */
  checkOutId: z.optional(z.number()),
  returnId: z.optional(z.number()),
  swapId: z.optional(z.number()),
  words: z.string(),
});
export type Undo = z.output<typeof undo>;

/** The result of a scan or of a button beside it. */
const scan = z.object({ number: z.number(), words: z.string(), isGood: z.boolean(), undo: z.optional(undo) });
export type Scan = z.output<typeof scan>;

const maxScans = 50;

const stored = keptList("scans", scan);

/** The scans of this tab, newest first; they survive a reload, but not a logout. */
export const sessionScansQuery = queryOptions<readonly Scan[]>({
  queryKey: ["scans"],
  queryFn: () => stored.read(),
  initialData: () => stored.read(),
  enabled: false,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Records the result of a scan and signals it. */
export function recordScan(client: QueryClient, result: Omit<Scan, "number">): void {
  signalScan(result.isGood);
  recordAction(client, result);
}

/** Records the result of a button among the scans, so that it can be undone there, too. */
export function recordAction(client: QueryClient, result: Omit<Scan, "number">): void {
  change(client, (before) => [{ number: (before[0]?.number ?? 0) + 1, ...result }, ...before.slice(0, maxScans - 1)]);
}

/** Marks a check-out, check-in, or swap as undone, wherever that happened. */
export function markUndone(client: QueryClient, undone: Pick<Undo, "checkOutId" | "returnId" | "swapId">): void {
  const isUndone = (key: "checkOutId" | "returnId" | "swapId", entry: Undo) =>
    entry[key] !== undefined && entry[key] === undone[key];
  const without = (entry: Undo): Undo => ({
    words: entry.words,
    ...(entry.checkOutId !== undefined && !isUndone("checkOutId", entry) && { checkOutId: entry.checkOutId }),
    ...(entry.returnId !== undefined && !isUndone("returnId", entry) && { returnId: entry.returnId }),
    ...(entry.swapId !== undefined && !isUndone("swapId", entry) && { swapId: entry.swapId }),
  });
  change(client, (before) => before.map((entry) => (entry.undo ? { ...entry, undo: without(entry.undo) } : entry)));
}

/** Replaces the message of a check-in after the copy's destination changed. */
export function rewordCheckIn(client: QueryClient, returnId: number, words: string): void {
  change(client, (before) => before.map((entry) => (entry.undo?.returnId === returnId ? { ...entry, words } : entry)));
}

/** Whether anything is left to undo. */
export const isOpen = ({ checkOutId, returnId, swapId }: Undo): boolean =>
  checkOutId !== undefined || returnId !== undefined || swapId !== undefined;

function change(client: QueryClient, update: (before: readonly Scan[]) => readonly Scan[]): void {
  const now = update(client.getQueryData(sessionScansQuery.queryKey) ?? stored.read());
  client.setQueryData(sessionScansQuery.queryKey, now);
  stored.write(now);
}
