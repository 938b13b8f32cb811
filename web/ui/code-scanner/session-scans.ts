import { type QueryClient, queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { signalScan } from "./scan-signals.ts";
import { keptList } from "#web/lib/kept-list.ts";

/** The changes that an Undo reverts, newest first, and its message. Changes that were already undone are left out. */
const undo = z.object({ eventIds: z.array(z.number()), words: z.string() });
export type Undo = z.output<typeof undo>;

/** The result of a scan or of a button beside it. */
const scan = z.object({ number: z.number(), words: z.string(), isGood: z.boolean(), undo: z.optional(undo) });
export type Scan = z.output<typeof scan>;

const maxScans = 50;

const scanList = keptList("scans", scan);

/** The scans of this tab, newest first; they survive a reload, but not a logout. */
export const sessionScansQuery = queryOptions<readonly Scan[]>({
  queryKey: ["scans"],
  queryFn: () => scanList.read(),
  initialData: () => scanList.read(),
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

/** Marks a change as undone, wherever that happened. */
export function markUndone(client: QueryClient, eventId: number): void {
  const without = ({ eventIds, words }: Undo) => ({ words, eventIds: eventIds.filter((id) => id !== eventId) });
  change(client, (before) => before.map((entry) => (entry.undo ? { ...entry, undo: without(entry.undo) } : entry)));
}

/** Replaces the message of a check-in after the copy's destination changed. */
export function rewordCheckIn(client: QueryClient, eventId: number, words: string): void {
  change(client, (before) =>
    before.map((entry) => (entry.undo?.eventIds.includes(eventId) ? { ...entry, words } : entry)),
  );
}

function change(client: QueryClient, update: (before: readonly Scan[]) => readonly Scan[]): void {
  const now = update(client.getQueryData(sessionScansQuery.queryKey) ?? scanList.read());
  client.setQueryData(sessionScansQuery.queryKey, now);
  scanList.write(now);
}
