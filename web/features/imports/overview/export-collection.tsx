import { useMutation } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Download } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import styles from "./overview.module.css";

export function ExportCollection() {
  const { mutate, status } = useMutation({
    mutationFn: async () => saveFile(await call("GET Import/ExportCollection", {})),
    meta: { done: "Collection exported." },
  });
  return (
    <Card heading="Export the collection">
      <p className={styles.words}>
        Every title with its copies, one row per title, as a CSV for Excel or LibreOffice, without pictures. You can
        edit the file and import it again.
      </p>
      <Row>
        <Button busy={status === "pending"} icon={<Download size={18} />} onClick={() => mutate()}>
          Export collection
        </Button>
      </Row>
      <p className={styles.state} aria-live="polite">
        {status === "pending" && "Preparing the file…"}
        {status === "error" && "The file couldn’t be downloaded. Please try again."}
      </p>
    </Card>
  );
}
