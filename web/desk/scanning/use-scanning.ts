import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { messages } from "#contract/wire/specified-messages.ts";
import { recordScan, type Scan } from "#web/ui/code-scanner/session-scans.ts";
import type { FoundCopy } from "#contract/desk/search.ts";
import type { Scanned } from "./find-scanned-copy.ts";
import { copyName } from "#web/lib/formats.tsx";

/** Has a number, so that a repeated sentence is announced again. */
export type ScanResult = { number: number } & Outcome;
type Outcome = { done: FoundCopy; words: string } | { problem: string };

export type Done = Pick<Scan, "words" | "undo">;

/** Processes a scanned copy. Throws a sentence on failure. */
export type OnCopy = (copy: FoundCopy) => Promise<Done>;

type Scanning = {
  /** Prefix for the list of the session's scans: "Order #5". */
  where?: string | undefined;
  onCopy: OnCopy;
  onResult: (result: ScanResult) => void;
  /** Handles a text that doesn't match exactly one copy. */
  onLeft: (text: string) => void;
  /** Handles the tracking number of an order's package. */
  onOrder: (orderId: number) => void;
  /** Runs before each scan, to clear the offer of the previous one. */
  onScan?: (() => void) | undefined;
};

/** Processes scans in sequence, because two labels in a row are two copies. */
export function useScanning({ where, onCopy, onResult, onLeft, onOrder, onScan }: Scanning) {
  const client = useQueryClient();
  const latest = useRef({ onCopy, onResult, onLeft, onOrder, onScan });
  useEffect(() => {
    latest.current = { onCopy, onResult, onLeft, onOrder, onScan };
  });
  const queue = useRef(Promise.resolve());
  const count = useRef(0);
  const [busy, setBusy] = useState(false);

  const report = (outcome: Outcome, undo: Omit<Done, "words"> = {}): boolean => {
    count.current += 1;
    const isGood = "done" in outcome;
    const words = isGood ? outcome.words : outcome.problem;
    recordScan(client, { ...undo, words: where === undefined ? words : `${where}: ${words}`, isGood });
    latest.current.onResult({ number: count.current, ...outcome });
    return isGood;
  };
  const handle = async (find: () => Promise<Scanned>) => {
    setBusy(true);
    const { current } = latest;
    current.onScan?.();
    let subject = "";
    try {
      const result = await find();
      if ("problem" in result) return report(result);
      if ("left" in result) {
        current.onLeft(result.left);
        return true;
      }
      if ("order" in result) {
        current.onOrder(result.order.orderId);
        return true;
      }
      subject = `${copyName(result.copy)}: `;
      const { words, ...undo } = await current.onCopy(result.copy);
      return report({ done: result.copy, words }, undo);
    } catch (error) {
      const reason = (error instanceof Error && error.message) || messages.trouble.reallyWrong;
      return report({ problem: subject + reason });
    } finally {
      setBusy(false);
    }
  };
  const scan = (find: () => Promise<Scanned>): Promise<boolean> => {
    const result = queue.current.then(() => handle(find));
    queue.current = result.then(() => undefined);
    return result;
  };
  return { scan, refuse: (problem: string) => report({ problem }), busy };
}
