import { Alert } from "#web/ui/feedback/notices.tsx";
import {
  type ImportColumn,
  type ImportDetail,
  type ImportField,
  importFieldNames,
  importFields,
} from "#contract/imports/imports.ts";
import { cut } from "#contract/wire/cut.ts";
import { type Matching, useMatchColumns } from "./import-queries.ts";
import { refusalOf } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { useRecoveredWork } from "#web/ui/form/form-notices.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { type FormHandle, useForm } from "#web/ui/form/use-form.ts";
import { ListChecks } from "#web/ui/icons.tsx";
import { CancelImport } from "./results.tsx";
import { keptWork } from "#web/lib/kept-work.ts";
import type { FieldProblem, Kept } from "#web/ui/form/form-state.ts";
import type { Codes } from "#web/catalog/staff-catalog-queries.ts";
import { limits } from "#contract/catalog/codes.ts";
import { hasGrade, toggleGrade } from "#contract/catalog/grade-masks.ts";
import { SelectField } from "#web/ui/forms/choice-fields.tsx";
import { Card } from "#web/ui/card.tsx";
import { Row } from "#web/ui/layout.tsx";
import { useUnsavedChanges } from "#web/ui/form/editing.ts";
import { CheckboxGroup, RadioGroup } from "#web/ui/forms/field-groups.tsx";
import { TextField } from "#web/ui/forms/text-fields.tsx";
import styles from "./one-import.module.css";

type MatchColumnsProps = { detail: ImportDetail; codes: Codes; onChecking: () => void };

export function MatchColumns({ detail, codes, onChecking }: MatchColumnsProps) {
  const { importId, kind, columns } = detail;
  const match = useMatchColumns(importId);
  const values = valuesOf(detail);
  const form = useForm({
    stored: { values },
    check: (input) => problemsOf(input, kind),
    objection: refusalOf,
    save: async (input) => {
      await match(bodyOf(input));
      return { next: onChecking };
    },
  });
  useRecoveredWork(form, matchingWork, String(importId));
  useUnsavedChanges(form.isDirty, "Your choices for this import aren’t saved yet.");
  return (
    <Form form={form} className={styles.form}>
      {form.isRestored && (
        <Alert title="Your choices are back.">Your session ended before the check. Check the file now.</Alert>
      )}
      {kind === "csv" && (
        <Card heading="Columns">
          <p className={styles.words}>Match each column of the file to a field.</p>
          <div className={styles.columns}>
            <Table
              caption="Columns of the file"
              columns={columnsOfTable(form)}
              rows={columns.map((column, at) => ({ column, at }))}
              rowKey="at"
            />
          </div>
        </Card>
      )}
      {kind === "marc" && (
        <Alert>MARC 21 records already name the title, authors, and subjects. Choose the rest here.</Alert>
      )}
      <Card heading={kind === "csv" ? "Missing values" : "Values the records don’t have"}>
        <DefaultsFields form={form} codes={codes} />
      </Card>
      <Card heading="Rows that don’t match the library">
        <RulesFields form={form} />
      </Card>
      <Row>
        <Button {...form.button} look="primary" icon={<ListChecks size={18} />}>
          Check the file
        </Button>
        <CancelImport id={importId} />
      </Row>
      <p className={styles.words}>The check doesn’t change the inventory.</p>
    </Form>
  );
}

const fieldChoices = [
  { value: "", label: "Not imported" },
  ...importFields.map((value) => ({ value, label: importFieldNames[value] })),
];

const nameOf = ({ column, at }: ColumnRow) => column.name.trim() || `Column ${at + 1}`;

type ColumnRow = { column: ImportColumn; at: number };

function columnsOfTable({ values, change, errorOf }: MatchingForm): Column<ColumnRow>[] {
  return [
    { head: "Column", names: true, cell: nameOf },
    { head: "First values", cell: ({ column }) => <Samples samples={column.samples} /> },
    {
      head: "Field",
      cell: (row) => (
        <SelectField
          id={columnId(row.at)}
          label={`Field for ${nameOf(row)}`}
          labelHidden
          width="full"
          options={fieldChoices}
          error={errorOf(columnId(row.at))}
          value={values.fields[row.at] ?? ""}
          onChange={({ target }) => {
            const choice = importFields.find((field) => field === target.value) ?? null;
            change({ fields: values.fields.map((field, each) => (each === row.at ? choice : field)) });
          }}
        />
      ),
    },
  ];
}

const maxSampleLength = 80;

function Samples({ samples }: { samples: readonly string[] }) {
  const values = samples.filter((sample) => sample.trim() !== "");
  if (values.length === 0) return <span className={styles.none}>empty</span>;
  return (
    <ul className={styles.samples}>
      {values.map((sample, at) => (
        <li key={at}>{sample.length > maxSampleLength ? `${cut(sample, maxSampleLength)}…` : sample}</li>
      ))}
    </ul>
  );
}

export function valuesOf({
  settings: { fields, defaults, existing, unknown, longTitles },
}: Pick<ImportDetail, "settings">) {
  const { categoryId, subjectId, copies, gradeId, description } = defaults;
  return { fields, categoryId, subjectId, copies: String(copies), gradeId, description, existing, unknown, longTitles };
}

export type MatchingValues = ReturnType<typeof valuesOf>;
export type MatchingForm = FormHandle<MatchingValues>;

/** Stores unsaved choices by import when a session ends. */
export const matchingWork = keptWork<Kept<MatchingValues>>();

export function bodyOf(values: MatchingValues): Matching {
  const { fields, existing, unknown, longTitles, copies, ...defaults } = values;
  const number = fields.includes("copies") ? 1 : Number(copies);
  return { fields, existing, unknown, longTitles, defaults: { ...defaults, copies: number } };
}

export function columnId(at: number): string {
  return `fields.${at}`;
}

const mayRepeat = new Set<ImportField>(["description", "tags"]);

/** Returns the problems to fix before the check, in form order. */
export function problemsOf(values: MatchingValues, kind: ImportDetail["kind"]): FieldProblem[] {
  const { fields, copies } = values;
  const repeats = fields.flatMap((field, at) =>
    field && !mayRepeat.has(field) && fields.indexOf(field) < at
      ? [{ field: columnId(at), message: `Only one column can be the ${importFieldNames[field]}.` }]
      : [],
  );
  const isCopies = fields.includes("copies") || (/^\d+$/.test(copies.trim()) && Number(copies) <= 50);
  return [
    ...(kind === "csv" && !fields.includes("title")
      ? [{ field: columnId(0), message: "Choose the column that holds the titles." }]
      : []),
    ...repeats,
    ...(isCopies ? [] : [{ field: "copies", message: "Number of copies must be from 0 to 50." }]),
  ];
}

export function DefaultsFields({ form, codes }: { form: MatchingForm; codes: Codes }) {
  const { values, change } = form;
  const none = { value: 0, label: "None" };
  return (
    <>
      <p className={styles.words}>These fill in missing values. Without them, rows with missing values are errors.</p>
      <div className={styles.defaults}>
        <SelectField
          label="Category"
          width="full"
          options={[none, ...codes.categories.map((each) => ({ value: each.categoryId, label: each.categoryName }))]}
          {...form.field("categoryId", Number)}
        />
        <SelectField
          label="Subject"
          width="full"
          options={[none, ...codes.subjects.map((each) => ({ value: each.subjectId, label: each.subjectName }))]}
          {...form.field("subjectId", Number)}
        />
        {!values.fields.includes("copies") && (
          <TextField
            label="Copies of each new title"
            width="full"
            inputMode="numeric"
            autoComplete="off"
            {...form.field("copies")}
          />
        )}
      </div>
      <CheckboxGroup
        label="Grades"
        optional
        id="gradeId"
        options={codes.grades.map(({ gradeId, gradeName }) => ({
          value: gradeId,
          label: gradeName,
          checked: hasGrade(values.gradeId, gradeId),
        }))}
        onToggle={(gradeId) => change({ gradeId: toggleGrade(values.gradeId, Number(gradeId), codes.grades) })}
      />
      <TextField
        label="Description"
        optional
        width="full"
        autoComplete="off"
        maxLength={limits.line}
        {...form.field("description")}
      />
    </>
  );
}

export function RulesFields({ form }: { form: MatchingForm }) {
  return (
    <>
      <RadioGroup
        label="A row whose SKU Number is already in the inventory"
        options={[
          { value: "skip", label: "Keep the title as it is" },
          { value: "update", label: "Update the title from the file" },
        ]}
        {...form.field("existing", (choice) => (choice === "update" ? "update" : "skip"))}
      />
      <RadioGroup
        label="A category, subject, or grade the library doesn’t have"
        options={[
          { value: "fault", label: "Report the row as an error" },
          { value: "default", label: "Use the one chosen above, and keep the word as a tag" },
        ]}
        {...form.field("unknown", (choice) => (choice === "default" ? "default" : "fault"))}
      />
      <RadioGroup
        label={`A title longer than ${limits.title} characters`}
        options={[
          { value: "fault", label: "Report the row as an error" },
          { value: "shorten", label: "Shorten it after a word, and list it" },
        ]}
        {...form.field("longTitles", (choice) => (choice === "shorten" ? "shorten" : "fault"))}
      />
    </>
  );
}
