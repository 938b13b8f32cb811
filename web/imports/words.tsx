import type { ImportDetail, ImportWord } from "#contract/imports/imports.ts";
import { useMatchColumns } from "./import-queries.ts";
import type { ImportView } from "./import-view.ts";
import { counted, rowOf } from "./import-words.ts";
import { call, refusalOf } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { type FormHandle, useForm } from "#web/ui/form/use-form.ts";
import { ListChecks } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/card.tsx";
import { Row } from "#web/ui/layout.tsx";
import { useUnsavedChanges } from "#web/ui/form/editing.ts";
import { SelectField } from "#web/ui/forms/choice-fields.tsx";
import styles from "./one-import.module.css";

/** Choices for a word: one of the library's names (after "="), nothing, or no decision yet. */
const undecided = "undecided";
const nothing = "nothing";
const choiceOf = ({ value }: ImportWord) => (value === null ? undecided : value === "" ? nothing : `=${value}`);
/** A word that a spreadsheet damaged is matched to what it probably was, until staff choose. */
const firstChoiceOf = (word: ImportWord) =>
  word.value === null && word.hint && word.choices[0] ? `=${word.choices[0]}` : choiceOf(word);
const valueOf = (choice = undecided) => (choice === undecided ? null : choice === nothing ? "" : choice.slice(1));

type Values = { choices: readonly string[] };
type Texts = NonNullable<ImportView["words"]>;
type WordsProps = { detail: ImportDetail; view: ImportView; texts: Texts; onChecking: () => void };

/** Matches unknown words to the library's own, and saves the matches for later files. */
export function Words({ detail, view, texts, onChecking }: WordsProps) {
  const { importId, words, settings, kind } = detail;
  const match = useMatchColumns(importId);
  const namesOf = texts.useNames();
  const form = useForm<Values>({
    stored: { values: { choices: words.map(firstChoiceOf) } },
    check: () => [],
    objection: refusalOf,
    save: async ({ choices }) => {
      const changes = words.flatMap((word, at) =>
        choices[at] === choiceOf(word) ? [] : [{ field: word.field, word: word.word, value: valueOf(choices[at]) }],
      );
      if (changes.length > 0) await call("POST Import/MapWords", { body: { words: changes } });
      await match(settings);
      return { next: onChecking };
    },
  });
  useUnsavedChanges(form.isDirty, "Your matches aren’t saved yet.");
  const hasUnmatched = words.some(({ value }) => value === null);
  return (
    <Card heading={texts.heading}>
      <p className={styles.words}>
        {texts.lead} We’ll remember your choice for later files. You can change it here whenever a file has that word.
        {hasUnmatched &&
          view.Settings &&
          kind === "csv" &&
          settings.unknown === "fault" &&
          " Until you match a word, the rows that use it are errors."}
        {kind === "marc" && " These are from records that name none of the library’s own."}
        {words.length === maxListed && ` The ${maxListed} most frequent words are listed.`}
      </p>
      <Form form={form} className={styles.form}>
        <div className={styles.columns}>
          <Table
            caption={texts.heading}
            columns={columnsFor(form, texts, { namesOf, row: rowOf(kind) })}
            rows={words.map((word, at) => ({ ...word, at }))}
            rowKey="at"
          />
        </div>
        <Row>
          <Button {...form.button} icon={<ListChecks size={18} />}>
            Save and check again
          </Button>
        </Row>
      </Form>
    </Card>
  );
}

const maxListed = 200;

type Naming = { namesOf: (word: ImportWord) => readonly string[]; row: "row" | "record" };

function columnsFor(
  { values, change }: FormHandle<Values>,
  { labels, nothing: empty }: Texts,
  { namesOf, row }: Naming,
): Column<ImportWord & { at: number }>[] {
  return [
    {
      head: "In the file",
      names: true,
      cell: ({ word, hint }) => (
        <>
          {word}
          {hint && <p className={styles.hint}>{hint}</p>}
        </>
      ),
    },
    { head: "Field", cell: ({ field }) => labels[field] ?? "" },
    { head: "Found in", cell: ({ rows }) => counted(rows, row) },
    {
      head: "Means",
      cell: ({ at, ...word }) => {
        const { value } = word;
        const names = namesOf(word);
        const others = value && !names.includes(value) ? [value] : [];
        return (
          <div className={styles.meaning}>
            <SelectField
              id={`choices.${at}`}
              label={`${labels[word.field] ?? ""} “${word.word}” means`}
              labelHidden
              width="full"
              options={[
                { value: undecided, label: "Not matched" },
                ...[...others, ...names].map((name) => ({ value: `=${name}`, label: name })),
                { value: nothing, label: empty },
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
