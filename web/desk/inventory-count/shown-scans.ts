import type { CountedScan } from "#contract/desk/inventory-counts.ts";
import type { StoredScan } from "./kept-scans.ts";
import { copyName } from "#web/lib/copy-name.ts";
import { namedInBrowser, resultOf } from "./inventory-count-queries.ts";

export type ShownScan = {
  scanId: string;
  text: string;
  at: string;
  name: string;
  title: { title: string; language: string } | undefined;
  words: string;
  isGood: boolean;
  isSent: boolean;
  isUndone: boolean;
};

/** Lists this person's last scans: unsent ones, then sent ones, each newest first. */
export function shownScans(stored: readonly StoredScan[], counted: readonly CountedScan[]): ShownScan[] {
  const known = new Set(counted.map(({ scanId }) => scanId));
  const undone = new Set(stored.map(({ scanId }) => scanId));
  return [
    ...stored
      .filter(({ scanId }) => !known.has(scanId))
      .map(unsent)
      .toReversed(),
    ...counted.map((scan) => (undone.has(scan.scanId) ? { ...sent(scan), ...undoing } : sent(scan))),
  ];
}

const undoing = { words: "Undone, not sent yet", isGood: true, isSent: false, isUndone: true };

const unsent = ({ scanId, text, at, isUndone }: StoredScan): ShownScan => ({
  scanId,
  text,
  at,
  name: namedInBrowser(text),
  title: undefined,
  words: isUndone ? undoing.words : "Not sent yet",
  isGood: true,
  isSent: false,
  isUndone,
});

function sent(scan: CountedScan): ShownScan {
  const { scanId, text, at, copy, isUndone } = scan;
  return {
    scanId,
    text,
    at,
    name: copy ? copyName(copy) : namedInBrowser(text),
    title: copy ?? undefined,
    ...resultOf(scan),
    isSent: true,
    isUndone,
  };
}
