import { Alert } from "#web/ui/feedback/notices.tsx";
import type { ImportColumn, ImportDetail } from "#contract/imports/imports.ts";
import { cut } from "#contract/wire/cut.ts";
import { useMatchColumns } from "./import-queries.ts";
import { refusalOf } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { useRecoveredWork } from "#web/ui/form/form-notices.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { ListChecks } from "#web/ui/icons.tsx";
import { FirstRowsCard, useFirstRows } from "./first-rows.tsx";
import type { ImportView } from "./import-view.ts";
import { bodyOf, columnId, type MatchingForm, type MatchingValues, matchingWork, valuesOf } from "./matching-values.ts";
import { CancelImport } from "./results.tsx";
import type { FieldProblem } from "#web/ui/form/form-state.ts";
import { SelectField } from "#web/ui/forms/choice-fields.tsx";
import { Card } from "#web/ui/card.tsx";
import { Row } from "#web/ui/layout.tsx";
import { useUnsavedChanges } from "#web/ui/form/editing.ts";
import styles from "./one-import.module.css";

type MatchColumnsProps = { detail: ImportDetail; view: ImportView; onChecking: () => void };

export function MatchColumns({ detail, view, onChecking }: MatchColumnsProps) {
  const { importId, kind } = detail;
  const match = useMatchColumns(importId);
  const values = valuesOf(detail);
  const form = useForm({
    stored: { values },
    check: (input) => problemsOf(input, kind, view),
    objection: refusalOf,
    save: async (input) => {
      await match(bodyOf(input));
      return { next: onChecking };
    },
  });
  useRecoveredWork(form, matchingWork, String(importId));
  useUnsavedChanges(form.isDirty, "Your choices for this import aren’t saved yet.");
  const { format } = form.values;
  const firstRows = useFirstRows(importId, format);
  const columns = firstRows.data?.columns ?? detail.columns;
  return (
    <Form form={form} className={styles.form}>
      {form.isRestored && (
        <Alert title="We saved your choices.">Your session ended before the check. Check the file now.</Alert>
      )}
      {format && (
        <FirstRowsCard
          importId={importId}
          format={format}
          query={firstRows}
          onRead={(read) => form.change({ format: read.format, fields: read.columns.map(({ field }) => field) })}
        />
      )}
      {kind === "csv" && (
        <Card heading="Columns">
          <p className={styles.words}>Match each column of the file to a field.</p>
          <div className={styles.columns}>
            <Table
              caption="Columns of the file"
              columns={columnsOfTable(form, view)}
              rows={columns.map((column, at) => ({ column, at }))}
              rowKey="at"
            />
          </div>
        </Card>
      )}
      {view.Settings && <view.Settings form={form} kind={kind} />}
      <Row>
        <Button {...form.button} look="primary" icon={<ListChecks size={18} />}>
          Check the file
        </Button>
        <CancelImport id={importId} />
      </Row>
      <p className={styles.words}>The check doesn’t change anything yet.</p>
    </Form>
  );
}

const nameOf = ({ column, at }: ColumnRow) => column.name.trim() || `Column ${at + 1}`;

type ColumnRow = { column: ImportColumn; at: number };

function columnsOfTable({ values, change, errorOf }: MatchingForm, { fields }: ImportView): Column<ColumnRow>[] {
  const fieldChoices = [
    { value: "", label: "Not imported" },
    ...fields.map(({ name, label }) => ({ value: name, label })),
  ];
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
            const choice = target.value || null;
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

/** Returns the problems to fix before the check, in form order. */
export function problemsOf(values: MatchingValues, kind: ImportDetail["kind"], view: ImportView): FieldProblem[] {
  const { fields } = values;
  const named = new Map(view.fields.map((field) => [field.name, field]));
  const repeats = fields.flatMap((name, at) =>
    name && !named.get(name)?.mayRepeat && fields.indexOf(name) < at
      ? [{ field: columnId(at), message: `Only one column can be the ${named.get(name)?.label ?? name}.` }]
      : [],
  );
  const missing = kind === "csv" ? view.missingField(fields) : undefined;
  return [
    ...(missing ? [{ field: columnId(0), message: missing }] : []),
    ...repeats,
    ...(view.problemsOf?.(values, kind) ?? []),
  ];
}
