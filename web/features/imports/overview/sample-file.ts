import { importFieldNames } from "#contract/imports.ts";

const names = importFieldNames;

/** Sample titles for a first import. */
const rows = [
  [
    names.title,
    names.referenceNumber,
    names.description,
    names.category,
    names.subject,
    names.grades,
    names.tags,
    names.copies,
  ],
  [
    "Washing hands, step by step",
    "SMPL1",
    "A picture book about soap, water and twenty seconds.",
    "Book",
    "Personal Health and Wellness",
    "Preschool, Grades K-2",
    "hygiene, hand washing",
    "3",
  ],
  [
    "Bike safety in ten minutes",
    "SMPL2",
    "A short film about helmets, signs and lights.",
    "Video",
    "Safety",
    "Grades 3-5, Grades 6-8",
    "bicycle, traffic",
    "1",
  ],
  [
    "Breathe: exercises for quiet minutes",
    "SMPL3",
    "Ten exercises to listen to in class.",
    "Audio",
    "Mental and Emotional Health",
    "All grades",
    "",
    "2",
  ],
] as const;

/** A small spreadsheet with every common column. */
export function sampleFile(): { fileName: string; content: Blob } {
  const quoted = (cell: string) => (/[",]/.test(cell) ? `"${cell}"` : cell);
  const text = rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
  // the byte order mark tells Excel that it is UTF-8
  return { fileName: "sample-collection.csv", content: new Blob([`\uFEFF${text}`], { type: "text/csv" }) };
}
