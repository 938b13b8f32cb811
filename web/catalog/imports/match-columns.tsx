import { type ImportColumn, type ImportDetail, importFieldNames, importFields } from "#contract/catalog/imports.ts";
import { cut } from "#contract/wire/cut.ts";
import { useMatchColumns } from "./import-queries.ts";
import { refusalOf } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { useRecoveredWork } from "#web/ui/form/form-notices.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { ListChecks } from "#web/ui/icons.tsx";
import { CancelImport } from "./check-result.tsx";
import { type Codes, DefaultsFields, RulesFields } from "./defaults-fields.tsx";
import { bodyOf, columnId, type MatchingForm, matchingWork, problemsOf, valuesOf } from "./matching-values.ts";
import styles from "./one-import.module.css";
import { Card, Row } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { useUnsavedChanges } from "#web/ui/form/editing.ts";
import { SelectField } from "#web/ui/forms/choice-fields.tsx";

type MatchColumnsProps = { detail: ImportDetail; codes: Codes; onChecking: () => void };

export function MatchColumns({ detail, codes, onChecking }: MatchColumnsProps) {
  const { importId, kind, columns } = detail;
  const match = useMatchColumns(importId);
  const values = valuesOf(detail);
  const form = useForm({
    stored: { values },
    check: (typed) => problemsOf(typed, kind),
    objection: refusalOf,
    save: async (typed) => {
      await match(bodyOf(typed));
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
          <p className={styles.words}>Choose the field that each column of the file holds.</p>
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
            const chosen = importFields.find((field) => field === target.value) ?? null;
            change({ fields: values.fields.map((field, each) => (each === row.at ? chosen : field)) });
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
