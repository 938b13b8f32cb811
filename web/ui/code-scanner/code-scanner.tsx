import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { Button } from "#web/ui/actions/button.tsx";
import styles from "./code-scanner.module.css";
import type { Readings } from "./use-reading.ts";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Spinner } from "#web/ui/feedback/loading.tsx";

type CodeScannerProps = Readings & {
  /** The latest result, below the picture. Its space is reserved, so that the picture does not move. */
  result?: ReactNode;
};

/**
 * Reads QR codes with the camera or from a photo. The decoder is loaded only here, so everything else works without it.
 */
export function CodeScanner({ result, ...readings }: CodeScannerProps) {
  return (
    <div className={styles.scanner}>
      <Scanner {...readings} />
      <div className={styles.said}>{result}</div>
    </div>
  );
}

function Scanner({ onCode, onNothing }: Readings) {
  const [scanner, setScanner] = useState<{ Live: ComponentType<Readings> } | "failed">();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let over = false;
    import("./live-scanner.tsx").then(
      ({ LiveScanner }) => !over && setScanner({ Live: LiveScanner }),
      () => !over && setScanner("failed"),
    );
    return () => {
      over = true;
    };
  }, [attempt]);
  if (scanner === "failed") {
    return (
      <Alert tone="warning" title="The scanner couldn’t load.">
        <p>Check your connection, then try again.</p>
        <Button size="small" onClick={() => setAttempt(attempt + 1)}>
          Try again
        </Button>
      </Alert>
    );
  }
  if (!scanner) {
    return (
      <div className={styles.loading}>
        <Spinner label="Loading the scanner" />
      </div>
    );
  }
  return <scanner.Live onCode={onCode} onNothing={onNothing} />;
}
