import { useNavigate } from "#web/ui/router/router.tsx";
import { limits } from "#contract/codes.ts";
import { importLimits } from "#contract/wire/size-limits.ts";
import { type ImportField, importFieldNames, importFields } from "#contract/imports.ts";
import { saveFile } from "#web/lib/files/save-file.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { DescriptionList } from "#web/ui/data/description-list.tsx";
import { Download } from "#web/ui/icons.tsx";
import { FileField } from "#web/ui/forms/file/file-field.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { useUploadImport } from "#web/features/imports/import-queries.ts";
import styles from "./overview.module.css";

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
        icon={<Download size={18} />}
        onClick={() => saveFile(sampleFile())}
      >
        Download a sample CSV
      </Button>
    </Card>
  );
}

const meanings: Record<ImportField, string> = {
  title: `Needed in every row. At most ${limits.title} characters.`,
  referenceNumber: `At most ${limits.sku} characters; each title needs its own. Without one, we assign a number.`,
  description: "What the title is about. You can set one text for all rows without a description.",
  category:
    "Book, Video, or Audio, or a common word for one of them, such as DVD. You can choose one for all rows without a category.",
  subject: "One of the library’s subjects. You can choose one for all rows without a subject.",
  grades:
    "The library’s grades, separated by commas, or ranges such as K-5. You can choose grades for all rows without them.",
  tags: "Search words, separated by commas.",
  author: `Who made it. At most ${limits.author} characters.`,
  publisher: `Who published it. At most ${limits.line} characters.`,
  year: "The year it was published, in four digits.",
  extent: `How long it is, such as 22 pages or 45 minutes. At most ${limits.extent} characters.`,
  language: "The title’s language: its English name, or a code such as es or spa.",
  replacementCost: "What a lost copy costs, in dollars, such as 24.50.",
  parts: "What each copy consists of, with the cost of a piece after @: 1 poster; 1 DVD @ 24.50; 30 cards.",
  weight: "What a copy weighs in pounds, such as 2.5. Ounces are understood, too: 12 oz.",
  shelfPlace: `Where it stands, such as A3. At most ${limits.shelfPlace} characters.`,
  copies: "The number of copies. For a file without this column, you can set one number for all.",
  copyDetails: "Written by an export so that each copy comes back as it was. Don’t change it.",
};

/** What each column may contain. Order and names do not matter: columns are matched after the upload. */
function FileColumns() {
  return (
    <DescriptionList items={importFields.map((field) => ({ term: importFieldNames[field], value: meanings[field] }))} />
  );
}

/** A small spreadsheet with every common column. */
function sampleFile() {
  const columns = importFields.filter((field) => field !== "copyDetails").map((field) => importFieldNames[field]);
  const lines = [
    columns.join(","),
    '"Washing hands, step by step",SMPL1,"A picture book about soap, water, and twenty seconds.",Book,Personal Health and Wellness,"Preschool, Grades K-2","hygiene, hand washing",Ana Ruiz,Clear Creek Press,2021,32 pages,English,18.95,1 book; 1 poster @ 4.50,1.5,A3,3',
    'Bike safety in ten minutes,SMPL2,"A short film about helmets, signs, and lights.",Video,Safety,"Grades 3-5, Grades 6-8","bicycle, traffic",,Two Wheels Films,2019,10 minutes,English,45.00,1 DVD; 30 cards,0.8,C1,1',
    "Breathe: exercises for quiet minutes,SMPL3,Ten exercises to listen to in class.,Audio,Mental and Emotional Health,All grades,,Tom Lund,Still Water Audio,2023,45 minutes,English,,,,,2",
  ];
  // the byte order mark tells Excel that it is UTF-8
  const content = new Blob([`\uFEFF${lines.join("\r\n")}\r\n`], { type: "text/csv" });
  return { fileName: "sample-collection.csv", content };
}
