import { limits } from "#contract/catalog/codes.ts";
import {
  type ImportField,
  importFieldNames,
  importFields,
  type KeptTitleReason,
  missingTitleField,
  repeatedFields,
} from "#contract/catalog/title-files.ts";
import { offeredLanguages } from "#contract/catalog/title-languages.ts";
import type { ImportDetail, ImportWord, WordField } from "#contract/imports/imports.ts";
import { useCodes } from "#web/catalog/staff-catalog-queries.ts";
import type { MatchingValues } from "#web/imports/matching-values.ts";
import type { ImportView } from "#web/imports/import-view.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { Printer } from "#web/ui/icons.tsx";
import { TitleRepairs } from "./title-repairs.tsx";
import { TitleSettings } from "./title-settings.tsx";

const help: Record<ImportField, string> = {
  title: `Required in every row. At most ${limits.title} characters.`,
  referenceNumber: `At most ${limits.sku} characters; each title needs its own. Without one, we assign a number.`,
  description: "What the title is about. You can set one text for all rows without a description.",
  category:
    "Book, Video, or Audio, or a common word for one of them, such as DVD. You can choose one for all rows without a category.",
  subject: "One of the library’s subjects. You can choose one for all rows without a subject.",
  grades:
    "The library’s grades, separated by commas, or ranges such as K-5. You can choose grades for all rows without them.",
  tags: "Words people might search for, separated by commas.",
  isbn: "The number above the barcode of a book, in 10 or 13 digits.",
  author: `Who made it. At most ${limits.author} characters.`,
  publisher: `Who published it. At most ${limits.line} characters.`,
  year: "The year it was published, in four digits.",
  extent: `How long it is, such as 22 pages or 45 minutes. At most ${limits.extent} characters.`,
  language: "The title’s language: its English name, or a code such as es or spa.",
  replacementCost: "What a lost copy costs, in dollars, such as 24.50.",
  parts: "What’s in each copy, with the cost of each piece after @: 1 poster; 1 DVD @ 24.50; 30 cards.",
  weight: "What a copy weighs in pounds, such as 2.5. Ounces work too, such as 12 oz.",
  shelfLocation: `Where it’s shelved, such as A3. At most ${limits.shelfLocation} characters.`,
  copies: "The number of copies. For a file without this column, you can set one number for all.",
  copyDetails: "Exports use this to restore each copy. Don’t change it.",
};

const keptReasons: Record<KeptTitleReason, string> = {
  edited: "Someone edited it.",
  ordered: "Someone ordered it.",
  "in-cart": "It’s in someone’s cart.",
  labeled: "Its labels were printed.",
  lent: "A copy was lent.",
  "copies-added": "Copies were added.",
  "copies-changed": "A copy was changed.",
  reserved: "Its copies are reserved for orders.",
  used: "Something else in the library uses it.",
};

const sampleColumns = importFields.filter((field) => field !== "copyDetails").map((field) => importFieldNames[field]);

export const titleView: ImportView = {
  of: "titles",
  one: "title",
  many: "titles",
  place: "in the inventory",
  home: { to: "/admin/inventorylist", label: "Inventory" },
  fields: importFields.map((name) => ({
    name,
    label: importFieldNames[name],
    help: help[name],
    mayRepeat: repeatedFields.has(name),
  })),
  missingField: missingTitleField,
  problemsOf: (values, kind) => [
    ...missingDefaults(values, kind),
    ...(values.fields.includes("copies") || (/^\d+$/.test(values.copies.trim()) && Number(values.copies) <= 50)
      ? []
      : [{ field: "copies", message: "Number of copies must be from 0 to 50." }]),
  ],
  Settings: TitleSettings,
  Repairs: TitleRepairs,
  upload: {
    heading: "Import titles",
    lead: "Upload a spreadsheet saved as CSV, or MARC 21 records from a library system. You’ll match the columns and see any errors row by row. Nothing is saved until you say so.",
    hint: "CSV or MARC 21, up to 50 MB.",
    accept: ".csv,.tsv,.txt,.mrc,.marc,text/csv,application/marc",
    sample: {
      fileName: "sample-collection.csv",
      lines: [
        sampleColumns.join(","),
        '"Washing hands, step by step",SMPL1,"A picture book about soap, water, and twenty seconds.",Book,Personal Health and Wellness,"Preschool, Grades K-2","hygiene, hand washing",Ana Ruiz,Clear Creek Press,2021,32 pages,English,18.95,1 book; 1 poster @ 4.50,1.5,A3,3',
        'Bike safety in ten minutes,SMPL2,"A short film about helmets, signs, and lights.",Video,Safety,"Grades 3-5, Grades 6-8","bicycle, traffic",,Two Wheels Films,2019,10 minutes,English,45.00,1 DVD; 30 cards,0.8,C1,1',
        "Breathe: exercises for quiet minutes,SMPL3,Ten exercises to listen to in class.,Audio,Mental and Emotional Health,All grades,,Tom Lund,Still Water Audio,2023,45 minutes,English,,,,,2",
      ],
    },
  },
  duplicates: {
    known: "Existing title",
    why: "the title and category match, and the publisher and language don’t differ.",
  },
  mark: "SKU Number",
  notes: { heading: "Changed values", column: "Change" },
  words: {
    heading: "Words to match",
    lead: "Match each word once.",
    labels: { category: "Category", subject: "Subject", grade: "Grades", language: "Language" },
    nothing: "Nothing (treat the cell as empty)",
    useNames: useNamesOfWords,
  },
  linkTo: (itemId) => `/admin/viewitem/${itemId}`,
  nameOf: ({ name, language }) => <TitleText of={{ title: name, language }} />,
  undoExplanation:
    "Titles and copies it added will be removed, and titles it changed will go back to how they were. Titles someone has used or edited since then are kept and listed.",
  keptReasons,
  Next: PrintLabels,
};

/** Asks for required values that no column has. Without them, every new title would be an error. */
function missingDefaults({ fields, existing, ...values }: MatchingValues, kind: ImportDetail["kind"]) {
  if (existing === "update") return []; // a file of changes may have only some of the fields
  const isMissing = (field: ImportField) => kind === "csv" && !fields.includes(field);
  return [
    ...(isMissing("category") && values.categoryId === 0
      ? [{ field: "categoryId", message: "No column has the category. Choose one for all rows." }]
      : []),
    ...((isMissing("subject") || kind === "marc") && values.subjectId === 0
      ? [{ field: "subjectId", message: messageFor("subject", kind) }]
      : []),
    ...((isMissing("grades") || kind === "marc") && values.gradeId === 0
      ? [{ field: "gradeId", message: messageFor("grades", kind) }]
      : []),
    ...(isMissing("description") && values.description.trim() === ""
      ? [{ field: "description", message: "No column has the description. Write one for all rows." }]
      : []),
  ];
}

function messageFor(what: "subject" | "grades", kind: ImportDetail["kind"]): string {
  if (kind === "csv") return `No column has the ${what}. Choose ${what === "subject" ? "one" : "them"} for all rows.`;
  return `Choose the ${what} of records that don’t name ${what === "subject" ? "one" : "any"}.`;
}

function PrintLabels({ detail: { counts } }: { detail: ImportDetail }) {
  if (counts.copies === 0) return null;
  return (
    <ButtonLink to="/admin/labels" icon={<Printer size={18} />}>
      Labels
    </ButtonLink>
  );
}

/** Returns the library's names for the field of a word. */
function useNamesOfWords(): (word: ImportWord) => readonly string[] {
  const { data: codes } = useCodes();
  const names: Partial<Record<WordField, readonly string[]>> = {
    category: codes?.categories.map(({ categoryName }) => categoryName) ?? [],
    subject: codes?.subjects.map(({ subjectName }) => subjectName) ?? [],
    grade: codes?.grades.map(({ gradeName }) => gradeName) ?? [],
    language: [...offeredLanguages.values()],
  };
  return ({ field }) => names[field] ?? [];
}
