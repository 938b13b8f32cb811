import { call } from "#web/lib/call.ts";
import { useDownload } from "#web/lib/files/use-download.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Download } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import styles from "./overview.module.css";

export function ExportCollection() {
  const { button, said } = useDownload(() => call("GET Import/ExportCollection", {}), "Collection exported.");
  return (
    <Card heading="Export the collection">
      <p className={styles.words}>
        Every title with its copies, one row per title, as a CSV for Excel or LibreOffice, without pictures. You can
        edit the file and import it again.
      </p>
      <Row>
        <Button {...button} icon={<Download size={18} />}>
          Export collection
        </Button>
      </Row>
      <p className={styles.state} aria-live="polite">
        {said}
      </p>
    </Card>
  );
}
