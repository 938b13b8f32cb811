import { type QueryClient, queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { keptList } from "#web/lib/lists/kept-list.ts";
import { answerScan } from "./scan-signals.ts";

/** What can be undone, the last first, and what is said then. What was undone, here or elsewhere, is left out. */
const undo = z.object({
  /** The check-out: its assignment. */
  checkOutId: z.optional(z.number()),
  /** The check-in. */
  returnId: z.optional(z.number()),
  swapId: z.optional(z.number()),
  words: z.string(),
});
export type Undo = z.output<typeof undo>;

/** What a scan, or a button beside it, did, in words. */
const scan = z.object({ number: z.number(), words: z.string(), isGood: z.boolean(), undo: z.optional(undo) });
export type Scan = z.output<typeof scan>;

const most = 50; // scans that are kept

const kept = keptList("scans", scan);

/** The scans of this tab, newest first; a reload keeps them, a log-out ends them. */
export const sessionScansQuery = queryOptions<readonly Scan[]>({
  queryKey: ["scans"],
  queryFn: () => kept.read(),
  initialData: () => kept.read(),
  enabled: false,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Keeps what a scan did, and answers it by sound and vibration, where they are on. */
export function keepScan(client: QueryClient, done: Omit<Scan, "number">): void {
  answerScan(done.isGood);
  keepAction(client, done);
}

/** Keeps what a button did among the scans: it can be undone there, too. */
export function keepAction(client: QueryClient, done: Omit<Scan, "number">): void {
  change(client, (before) => [{ number: (before[0]?.number ?? 0) + 1, ...done }, ...before.slice(0, most - 1)]);
}

/** Notes that a check-out, a check-in or a swap is undone, wherever that was done. */
export function noteUndone(client: QueryClient, gone: Pick<Undo, "checkOutId" | "returnId" | "swapId">): void {
  const isGone = (key: "checkOutId" | "returnId" | "swapId", of: Undo) =>
    of[key] !== undefined && of[key] === gone[key];
  const without = (of: Undo): Undo => ({
    words: of.words,
    ...(of.checkOutId !== undefined && !isGone("checkOutId", of) && { checkOutId: of.checkOutId }),
    ...(of.returnId !== undefined && !isGone("returnId", of) && { returnId: of.returnId }),
    ...(of.swapId !== undefined && !isGone("swapId", of) && { swapId: of.swapId }),
  });
  change(client, (before) => before.map((one) => (one.undo ? { ...one, undo: without(one.undo) } : one)));
}

/** Says otherwise what a check-in did: the copy goes elsewhere than when it was scanned. */
export function rewordCheckIn(client: QueryClient, returnId: number, words: string): void {
  change(client, (before) => before.map((one) => (one.undo?.returnId === returnId ? { ...one, words } : one)));
}

/** Whether something of it is left to undo. */
export const isOpen = ({ checkOutId, returnId, swapId }: Undo): boolean =>
  checkOutId !== undefined || returnId !== undefined || swapId !== undefined;

function change(client: QueryClient, to: (before: readonly Scan[]) => readonly Scan[]): void {
  const now = to(client.getQueryData(sessionScansQuery.queryKey) ?? kept.read());
  client.setQueryData(sessionScansQuery.queryKey, now);
  kept.write(now);
}
