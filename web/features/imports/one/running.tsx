import type { ImportDetail } from "#contract/imports.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { ProgressBar } from "#web/ui/progress/progress-bar.tsx";
import { howFar } from "#web/features/imports/import-words.ts";
import { CancelImport } from "./cancel-import.tsx";
import styles from "./one-import.module.css";

/** How far the check or the saving is. It goes on without this page. */
export function Running({ detail, isLost }: { detail: ImportDetail; isLost: boolean }) {
  const { state, progress } = detail;
  return (
    <Card>
      <ProgressBar
        label={state === "checking" ? "Progress of the check" : "Progress of the saving"}
        part={progress / 100}
        words={state === "checking" ? `${progress} %, ${howFar(detail)}` : `${progress} %`}
      />
      <p className={styles.words}>
        {state === "checking"
          ? "Nothing in the inventory is touched. You can leave this page; the check goes on."
          : "Either everything is saved in the end, or nothing. You can leave this page; the saving goes on."}
      </p>
      {isLost && (
        <Alert tone="warning" title="The library cannot be reached right now.">
          This page tries again by itself, and shows how far the import is as soon as it can.
        </Alert>
      )}
      <Row>
        <CancelImport id={detail.importId} />
      </Row>
    </Card>
  );
}
