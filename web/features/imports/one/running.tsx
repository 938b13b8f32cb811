import type { ImportDetail } from "#contract/imports.ts";
import { Card } from "#web/ui/layout/card.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { ProgressBar } from "#web/ui/progress/progress-bar.tsx";
import { howFar } from "#web/features/imports/import-words.ts";
import { CancelImport } from "./cancel-import.tsx";
import styles from "./one-import.module.css";

/** The progress of checking or saving. It continues without this page. */
export function Running({ detail }: { detail: ImportDetail }) {
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
          ? "The check doesn’t change the inventory. You can leave this page while it runs."
          : "Everything is saved together, or nothing is. You can leave this page while we save."}
      </p>
      <Row>
        <CancelImport id={detail.importId} />
      </Row>
    </Card>
  );
}
