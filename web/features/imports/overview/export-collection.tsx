import { call } from "#web/lib/call.ts";
import { DownloadButton } from "#web/ui/actions/download-button.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import styles from "./overview.module.css";

export function ExportCollection() {
  return (
    <Card heading="Export the collection">
      <p className={styles.words}>
        Every title with its copies, one row per title, as a CSV for Excel or LibreOffice, without pictures. You can
        edit the file and import it again.
      </p>
      <Row>
        <DownloadButton file={() => call("GET Import/ExportCollection", {})} done="Collection exported.">
          Export collection
        </DownloadButton>
      </Row>
    </Card>
  );
}
