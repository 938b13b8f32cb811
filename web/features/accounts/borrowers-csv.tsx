import { useMutation } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Download } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import styles from "./borrowers-csv.module.css";

export function BorrowersCsv() {
  const { mutate, status } = useMutation({
    mutationFn: async () => saveFile(await call("GET account/borrowers/csv", {})),
    meta: { done: "Borrowers CSV downloaded." },
  });
  return (
    <Card heading="Borrowers">
      <p className={styles.words}>
        All registered borrowers with their school, address, and orders, for Excel or LibreOffice.
      </p>
      <Row>
        <Button busy={status === "pending"} icon={<Download size={18} />} onClick={() => mutate()}>
          Download Borrowers CSV
        </Button>
      </Row>
      <p className={styles.state} aria-live="polite">
        {status === "pending" && "Preparing the file…"}
        {status === "error" && "The file couldn’t be downloaded. Please try again."}
      </p>
    </Card>
  );
}
