import type { AlikePair, AlikeTitle } from "#contract/imports/alike.ts";
import { gradesOfMask } from "#contract/titles/grade-masks.ts";
import { bulkNames, titleLabels } from "#contract/titles/title-record.ts";
import { cut } from "#contract/wire/cut.ts";
import { Link } from "#web/ui/router/router.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import type { Codes } from "../one/defaults-fields.tsx";
import styles from "./alike.module.css";

const longest = 160;

/** Two titles next to each other, in what the first one says and in what tells titles apart; what differs is marked. */
export function SideBySide({ pair: { given, known }, codes, given: heading }: SideBySideProps) {
  const [mine, theirs] = [valuesOf(given, codes), valuesOf(known, codes)];
  const fields = Object.keys(mine).filter((field) => mine[field] || (theirs[field] && tellingApart.has(field)));
  const differs = (field: string) => Boolean(mine[field] && theirs[field]) && mine[field] !== theirs[field];
  return (
    <dl className={styles.sides}>
      <div>
        <dt>
          <VisuallyHidden>Titles</VisuallyHidden>
        </dt>
        <dd>{given.itemId === null ? heading : <TitleLink itemId={given.itemId} words={heading} />}</dd>
        <dd>{known.itemId !== null && <TitleLink itemId={known.itemId} words="In the library" of={known.title} />}</dd>
      </div>
      {fields.map((field) => (
        <div key={field} data-differs={(differs(field) && field !== description) || undefined}>
          <dt>{field}</dt>
          <dd>{mine[field] || "–"}</dd>
          <dd>
            <VisuallyHidden>{differs(field) ? "differs in the library: " : "in the library: "}</VisuallyHidden>
            {theirs[field] || "–"}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const { publisher, language, description } = titleLabels;
const tellingApart = new Set<string>([publisher, language]);

type SideBySideProps = { pair: AlikePair; codes: Codes; given: string };

function TitleLink({ itemId, words, of }: { itemId: number; words: string; of?: string }) {
  return (
    <Link to={`/admin/viewitem/${itemId}`}>
      {words}
      {of && <VisuallyHidden>: {of}</VisuallyHidden>}
    </Link>
  );
}

/** The fields of a title as people read them, by their names. */
function valuesOf(title: AlikeTitle, { categories, subjects, grades }: Codes): Record<string, string> {
  const fitting = gradesOfMask(title.gradeId, grades).map(({ gradeName }) => gradeName);
  const names = {
    categoryId: categories.find(({ categoryId }) => categoryId === title.categoryId)?.categoryName,
    subjectId: subjects.find(({ subjectId }) => subjectId === title.subjectId)?.subjectName,
    gradeId: fitting.join(", "),
  };
  const shown = { ...title, ...names };
  return {
    "SKU Number": title.referenceNumber,
    ...Object.fromEntries(bulkNames.map((name) => [titleLabels[name], shortened(String(shown[name] ?? ""))])),
    Copies: String(title.copies),
  };
}

const shortened = (text: string) => (text.length > longest ? `${cut(text, longest)}…` : text);
