import type { ImportDetail } from "#contract/imports.ts";
import { TimeText } from "#web/ui/data/date-text.tsx";
import { DescriptionList } from "#web/ui/data/description-list.tsx";
import { counted } from "#web/features/imports/import-words.ts";

/** What the file is, and who brought it when. */
export function ImportFacts({ detail }: { detail: ImportDetail }) {
  const { kind, encoding, delimiter, size, rowsTotal, userName, uploadedAt } = detail;
  const parts =
    kind === "marc" ? ["MARC 21", encoding] : ["CSV", delimiter && `${delimiter}s between columns`, encoding];
  return (
    <DescriptionList
      layout="columns"
      items={[
        { term: "File", value: [...parts, sizeOf(size)].filter(Boolean).join(", ") },
        {
          term: "Rows",
          value: rowsTotal === null ? undefined : counted(rowsTotal, kind === "marc" ? "record" : "row"),
        },
        {
          term: "Uploaded",
          value: (
            <>
              <TimeText value={uploadedAt} /> by {userName}
            </>
          ),
        },
      ]}
    />
  );
}

function sizeOf(bytes: number): string {
  if (bytes < 1024) return counted(bytes, "byte");
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
