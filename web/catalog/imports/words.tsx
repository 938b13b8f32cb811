import type { ImportDetail, ImportWord, WordField } from "#contract/catalog/imports.ts";
import { offeredLanguages } from "#contract/catalog/title-languages.ts";
import { useMatchColumns } from "#web/catalog/imports/import-queries.ts";
import { counted, rowOf } from "#web/catalog/imports/import-words.ts";
import { call, refusalOf } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { type FormHandle, useForm } from "#web/ui/form/use-form.ts";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { ListChecks } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { useUnsavedChanges } from "#web/ui/overlay/use-unsaved-changes.ts";
import type { Codes } from "./defaults-fields.tsx";
import styles from "./one-import.module.css";

/** What is chosen for each word: a name of the library, nothing at all, or not decided. */
const undecided = "undecided";
const nothing = "nothing";
const choiceOf = ({ value }: ImportWord) => (value === null ? undecided : value === "" ? nothing : `=${value}`);
const valueOf = (choice = undecided) => (choice === undecided ? null : choice === nothing ? "" : choice.slice(1));

type Values = { choices: readonly string[] };
/** The words that the library does not have, one line each, and what they mean; it is remembered for other files. */
export function Words({ detail, codes, onChecking }: { detail: ImportDetail; codes: Codes; onChecking: () => void }) {
  const { importId, words, settings, kind } = detail;
  const match = useMatchColumns(importId);
  const form = useForm<Values>({
    stored: { values: { choices: words.map(choiceOf) } },
    check: () => [],
    objection: refusalOf,
    save: async ({ choices }) => {
      const said = words.flatMap((word, at) =>
        choices[at] === choiceOf(word) ? [] : [{ field: word.field, word: word.word, value: valueOf(choices[at]) }],
      );
      if (said.length > 0) await call("POST Import/MapWords", { body: { words: said } });
      await match(settings);
      return { next: onChecking };
    },
  });
  useUnsavedChanges(form.isDirty, "What these words mean isn’t saved yet.");
  const open = words.filter(({ value }) => value === null).length;
  return (
    <Card heading="Words the library doesn’t have">
      <p className={styles.words}>
        Say once what each means. It is remembered for the next files, and can be changed here when they have it.
        {open > 0 &&
          settings.unknown === "fault" &&
          ` Until you say what a word means, its ${rowOf(kind)}s are errors.`}
        {words.length === maxListed && ` The ${maxListed} most frequent are listed.`}
      </p>
      <Form form={form} className={styles.form}>
        <div className={styles.columns}>
          <Table
            caption="Words of the file that the library doesn’t have"
            columns={columnsFor(form, codes, rowOf(kind))}
            rows={words.map((word, at) => ({ ...word, at }))}
            rowKey="at"
          />
        </div>
        <Row>
          <Button {...form.button} icon={<ListChecks size={18} />}>
            Remember and check again
          </Button>
        </Row>
      </Form>
    </Card>
  );
}

const maxListed = 200;

const labels: Record<WordField, string> = {
  category: "Category",
  subject: "Subject",
  grade: "Grades",
  language: "Language",
};

function columnsFor(
  { values, change }: FormHandle<Values>,
  codes: Codes,
  row: "row" | "record",
): Column<ImportWord & { at: number }>[] {
  const names: Record<WordField, readonly string[]> = {
    category: codes.categories.map(({ categoryName }) => categoryName),
    subject: codes.subjects.map(({ subjectName }) => subjectName),
    grade: codes.grades.map(({ gradeName }) => gradeName),
    language: [...offeredLanguages.values()],
  };
  return [
    { head: "In the file", names: true, cell: ({ word }) => word },
    { head: "Field", cell: ({ field }) => labels[field] },
    { head: "Found in", cell: ({ rows }) => counted(rows, row) },
    {
      head: "Means",
      cell: ({ field, word, value, at }) => {
        const others = value && !names[field].includes(value) ? [value] : [];
        return (
          <div className={styles.meaning}>
            <SelectField
              id={`choices.${at}`}
              label={`${labels[field]} “${word}” means`}
              labelHidden
              width="full"
              options={[
                { value: undecided, label: "Not decided" },
                ...[...others, ...names[field]].map((name) => ({ value: `=${name}`, label: name })),
                { value: nothing, label: "Nothing: as if the cell were empty" },
              ]}
              value={values.choices[at] ?? undecided}
              onChange={({ target }) =>
                change({ choices: values.choices.map((choice, each) => (each === at ? target.value : choice)) })
              }
            />
          </div>
        );
      },
    },
  ];
}
