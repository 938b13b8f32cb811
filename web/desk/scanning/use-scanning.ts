import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { messages } from "#contract/wire/specified-messages.ts";
import { copyName } from "#web/lib/copy-name.ts";
import { keepScan, type Scan } from "#web/ui/code-scanner/session-scans.ts";
import type { Scanned, ScannedCopy } from "./find-scanned-copy.ts";

/** The result of a scan. Each has a number, so that a repeated sentence is announced again. */
export type ScanResult = { number: number } & Outcome;
type Outcome = { done: ScannedCopy; words: string } | { problem: string };

export type Done = Pick<Scan, "words" | "undo">;

/** Processes a scanned copy and reports it; throws with the sentence on failure. */
export type OnCopy = (copy: ScannedCopy) => Promise<Done>;

type Scanning = {
  /** Where the copies go, for the list of the session's scans: "Order #5". */
  where?: string | undefined;
  onCopy: OnCopy;
  onResult: (result: ScanResult) => void;
  /** Hands over what is no copy and yet known here. */
  onLeft: (text: string) => void;
  /** Before each scan: what was offered for the one before is over. */
  onScan?: (() => void) | undefined;
};

/** Processes scans in sequence: two labels in a row are two copies, however slow the network is. Each is one of the session's. */
export function useScanning({ where, onCopy, onResult, onLeft, onScan }: Scanning) {
  const client = useQueryClient();
  const latest = useRef({ onCopy, onResult, onLeft, onScan });
  useEffect(() => {
    latest.current = { onCopy, onResult, onLeft, onScan };
  });
  const turn = useRef(Promise.resolve());
  const count = useRef(0);
  const [busy, setBusy] = useState(false);

  const tell = (outcome: Outcome, undo: Omit<Done, "words"> = {}) => {
    count.current += 1;
    const isGood = "done" in outcome;
    const words = isGood ? outcome.words : outcome.problem;
    keepScan(client, { ...undo, words: where === undefined ? words : `${where}: ${words}`, isGood });
    latest.current.onResult({ number: count.current, ...outcome });
  };
  const handle = async (find: () => Promise<Scanned>) => {
    setBusy(true);
    const { current } = latest;
    current.onScan?.();
    const [outcome, undo] = await resultOf(find, current.onCopy, current.onLeft);
    setBusy(false);
    if (outcome === "left") return true;
    tell(outcome, undo);
    return !("problem" in outcome);
  };
  const scan = (find: () => Promise<Scanned>): Promise<boolean> => {
    const mine = turn.current.then(() => handle(find));
    turn.current = mine.then(() => undefined);
    return mine;
  };
  return { scan, refuse: (problem: string) => tell({ problem }), busy };
}

async function resultOf(
  find: () => Promise<Scanned>,
  onCopy: OnCopy,
  onLeft: (text: string) => void,
): Promise<[Outcome | "left", Omit<Done, "words">?]> {
  let subject = "";
  try {
    const found = await find();
    if ("problem" in found) return [found];
    if ("left" in found) {
      onLeft(found.left);
      return ["left"];
    }
    subject = `${copyName(found.copy)}: `;
    const { words, ...undo } = await onCopy(found.copy);
    return [{ done: found.copy, words }, undo];
  } catch (error) {
    return [{ problem: subject + ((error instanceof Error && error.message) || messages.trouble.reallyWrong) }];
  }
}
