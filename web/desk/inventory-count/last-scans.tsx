import { useState } from "react";
import { TitleText } from "#web/language/title-text.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { CircleAlert, CircleCheck, Clock, Undo2 } from "#web/ui/icons.tsx";
import type { ShownScan } from "./shown-scans.ts";
import styles from "./inventory-count.module.css";

export function LastScan({ scan }: { scan: ShownScan }) {
  return (
    <Alert key={`${scan.scanId} ${scan.words}`} tone={toneOf(scan)} title={scan.words}>
      {scan.name}
      {scan.title && (
        <>
          , <TitleText of={scan.title} />
        </>
      )}
    </Alert>
  );
}

function toneOf({ isSent, isGood, isUndone }: ShownScan) {
  if (!isSent || isUndone) return "info";
  return isGood ? "success" : "warning";
}

const initialCount = 5;

export function LastScans({ scans: all, onUndo }: { scans: readonly ShownScan[]; onUndo: (scan: ShownScan) => void }) {
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
                <strong>{scan.words}</strong>: {scan.name}
                {scan.title && (
                  <>
                    , <TitleText of={scan.title} />
                  </>
                )}
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
