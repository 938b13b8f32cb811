import { useQueryClient } from "@tanstack/react-query";
import { importLimits } from "#contract/wire/size-limits.ts";
import { call } from "#web/lib/call.ts";
import { saveFile, useSentFile } from "#web/lib/files.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { DescriptionList } from "#web/ui/data/details.tsx";
import { FileField } from "#web/ui/forms/file-fields.tsx";
import { Download } from "#web/ui/icons.tsx";
import { useNavigate } from "#web/ui/router.tsx";
import { cacheImport } from "./import-queries.ts";
import type { ImportView } from "./import-view.ts";
import styles from "./imports-page.module.css";

/** Uploads a file of one kind, then opens its import. */
export function UploadCard({ view: { of, many, upload: card, fields } }: { view: ImportView }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const upload = useSentFile(async (file, options) => {
    const { data } = await call("POST Import/UploadFile", { query: { of }, upload: file }, options);
    cacheImport(client, data);
    return data.importId;
  });
  return (
    <Card heading={card.heading}>
      <p className={styles.words}>{card.lead}</p>
      <FileField
        id={`${of}File`}
        label={`File of ${many}`}
        hint={card.hint}
        accept={card.accept ?? ".csv,.tsv,.txt,text/csv"}
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
        {/* order and names don't matter: staff match the columns after the upload */}
        <DescriptionList items={fields.map(({ label, help }) => ({ term: label, value: help }))} />
      </details>
      <Button
        size="small"
        className={styles.sample}
        icon={<Download size={18} />}
        onClick={() => saveFile(sampleFile(card.sample))}
      >
        Download a sample CSV
      </Button>
    </Card>
  );
}

function sampleFile({ fileName, lines }: ImportView["upload"]["sample"]) {
  // the byte order mark tells Excel that the file is UTF-8
  return { fileName, content: new Blob([`\uFEFF${lines.join("\r\n")}\r\n`], { type: "text/csv" }) };
}
