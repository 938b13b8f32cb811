import { useNavigate } from "#web/ui/router/router.tsx";
import { importLimits } from "#contract/codes.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Download } from "#web/ui/icons.tsx";
import { FileField } from "#web/ui/forms/file/file-field.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { useUploadImport } from "#web/features/imports/import-queries.ts";
import { FileColumns } from "./file-columns.tsx";
import styles from "./overview.module.css";
import { sampleFile } from "./sample-file.ts";

/** Uploads a file and opens its import. */
export function BringIn() {
  const navigate = useNavigate();
  const upload = useUploadImport();
  return (
    <Card heading="Import titles">
      <p className={styles.words}>
        Upload a spreadsheet saved as CSV, or MARC 21 records from a library system. You’ll match the columns and see
        any errors by row. Nothing is saved until you say so.
      </p>
      <FileField
        id="importFile"
        label="File"
        hint="CSV or MARC 21 in UTF-8, up to 50 MB."
        accept=".csv,.tsv,.txt,.mrc,.marc,text/csv,application/marc"
        objection={({ size }) =>
          size > importLimits.bytes ? "The file can’t be larger than 50 MB. Split it into several files." : undefined
        }
        send={async (file, options) => {
          const id = await upload(file, options);
          await navigate(`/admin/import/${id}`);
        }}
      />
      <details className={styles.help}>
        <summary>Columns a spreadsheet can have</summary>
        <FileColumns />
      </details>
      <Button
        size="small"
        className={styles.sample}
        icon={<Download size={18} aria-hidden="true" />}
        onClick={() => saveFile(sampleFile())}
      >
        Download a sample CSV
      </Button>
    </Card>
  );
}
