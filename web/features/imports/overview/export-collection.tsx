import { Button } from "#web/ui/actions/button.tsx";
import { Download } from "#web/ui/base/icons.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { useExportCollection } from "#web/features/imports/import-queries.ts";
import styles from "./overview.module.css";

/** The whole collection, as a file to keep. */
export function ExportCollection() {
  const { mutate, status } = useExportCollection();
  return (
    <Card heading="Take the collection out">
      <p className={styles.words}>
        Every title with its copies, one row for each title, as a CSV for Excel or LibreOffice. Pictures are not in it.
        The file can be changed there and brought in again.
      </p>
      <Row>
        <Button busy={status === "pending"} icon={<Download size={18} aria-hidden="true" />} onClick={() => mutate()}>
          Export collection
        </Button>
      </Row>
      <p className={styles.state} aria-live="polite">
        {status === "pending" && "The file is being made…"}
        {status === "error" && "The file could not be downloaded. Please try again."}
      </p>
    </Card>
  );
}
