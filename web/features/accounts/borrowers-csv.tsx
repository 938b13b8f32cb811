import { call } from "#web/lib/call.ts";
import { useDownload } from "#web/lib/files/use-download.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Download } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import styles from "./borrowers-csv.module.css";

export function BorrowersCsv() {
  const { button, said } = useDownload(() => call("GET account/borrowers/csv", {}), "Borrowers CSV downloaded.");
  return (
    <Card heading="Borrowers">
      <p className={styles.words}>
        All registered borrowers with their school, address, and orders, for Excel or LibreOffice.
      </p>
      <Row>
        <Button {...button} icon={<Download size={18} />}>
          Download Borrowers CSV
        </Button>
      </Row>
      <p className={styles.state} aria-live="polite">
        {said}
      </p>
    </Card>
  );
}
