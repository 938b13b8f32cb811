import { useState } from "react";
import { TitleText } from "#web/language/title-text.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { CircleAlert, CircleCheck, Clock, Undo2 } from "#web/ui/icons.tsx";
import styles from "./inventory-count.module.css";
import type { CountedScan } from "#contract/desk/inventory-counts.ts";
import { namedInBrowser, resultOf } from "./inventory-count-queries.ts";
import type { StoredScan } from "./scan-queue.ts";
import { Row } from "#web/ui/layout.tsx";
import { Alert, EmptyState } from "#web/ui/feedback/notices.tsx";
import { copyName } from "#web/lib/formats.tsx";

export function LastScan({ scan }: { scan: RecentScan }) {
  return (
    <Alert key={`${scan.scanId} ${scan.words}`} tone={toneOf(scan)} title={scan.words}>
      <ScanName scan={scan} />
    </Alert>
  );
}

function ScanName({ scan: { name, title } }: { scan: RecentScan }) {
  return (
    <>
      {name}
      {title && ", "}
      {title && <TitleText of={title} />}
    </>
  );
}

function toneOf({ isSent, isGood, isUndone }: RecentScan) {
  if (!isSent || isUndone) return "info";
  return isGood ? "success" : "warning";
}

const initialCount = 5;

type LastScansProps = { scans: readonly RecentScan[]; onUndo: (scan: RecentScan) => void };

export function LastScans({ scans: all, onUndo }: LastScansProps) {
  const [showsAll, setShowsAll] = useState(false);
  const scans = showsAll ? all : all.slice(0, initialCount);
  if (scans.length === 0) {
    return <EmptyState title="You haven’t scanned anything yet.">Your scans appear here.</EmptyState>;
  }
  return (
    <>
      <ol className={styles.scans} aria-label="Your last scans">
        {scans.map((scan) => {
          const Icon = scan.isSent ? (scan.isGood ? CircleCheck : CircleAlert) : Clock;
          return (
            <li key={scan.scanId} className={styles.scan} data-good={scan.isGood}>
              <Icon size={18} aria-hidden="true" />
              <span>
                <strong>{scan.words}</strong>: <ScanName scan={scan} />
              </span>
              {!scan.isUndone && (
                <Button
                  size="small"
                  icon={<Undo2 size={18} />}
                  aria-label={`Undo the scan of ${scan.name}`}
                  onClick={() => onUndo(scan)}
                >
                  Undo
                </Button>
              )}
            </li>
          );
        })}
      </ol>
      {all.length > scans.length && (
        <Row>
          <Button size="small" look="quiet" onClick={() => setShowsAll(true)}>
            Show all {all.length}
          </Button>
        </Row>
      )}
    </>
  );
}

export type RecentScan = Omit<StoredScan, "place"> & {
  name: string;
  title: { title: string; language: string } | undefined;
  words: string;
  isGood: boolean;
  isSent: boolean;
};

/** Lists this person's last scans: unsent ones, then sent ones, each newest first. */
export function recentScans(storedScans: readonly StoredScan[], countedScans: readonly CountedScan[]): RecentScan[] {
  const countedIds = new Set(countedScans.map(({ scanId }) => scanId));
  const undoneIds = new Set(storedScans.map(({ scanId }) => scanId));
  return [
    ...storedScans
      .filter(({ scanId }) => !countedIds.has(scanId))
      .map(unsentScan)
      .toReversed(),
    ...countedScans.map((scan) => (undoneIds.has(scan.scanId) ? { ...sentScan(scan), ...undoing } : sentScan(scan))),
  ];
}

const undoing = { words: "Undone, not sent yet", isGood: true, isSent: false, isUndone: true };

const unsentScan = (scan: StoredScan): RecentScan => ({
  ...scan,
  name: namedInBrowser(scan.text),
  title: undefined,
  words: scan.isUndone ? undoing.words : "Not sent yet",
  isGood: true,
  isSent: false,
});

const sentScan = (scan: CountedScan): RecentScan => ({
  ...scan,
  name: scan.copy ? copyName(scan.copy) : namedInBrowser(scan.text),
  title: scan.copy ?? undefined,
  ...resultOf(scan),
  isSent: true,
});
