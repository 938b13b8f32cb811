import type { SubmitEvent } from "react";
import { useState } from "react";
import type { ImportColumn, ImportDetail } from "#contract/imports.ts";
import { CallFailed } from "#web/lib/call.ts";
import { useKeptWork } from "#web/lib/kept-work.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { ListChecks } from "#web/ui/icons.tsx";
import type { Column } from "#web/ui/data/table.tsx";
import { Table } from "#web/ui/data/table.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { ErrorSummary } from "#web/ui/forms/error-summary.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { useMatchColumns } from "#web/features/imports/import-queries.ts";
import type { Codes } from "./defaults-fields.tsx";
import { DefaultsFields, RulesFields } from "./defaults-fields.tsx";
import styles from "./one-import.module.css";
import type { MatchingValues } from "./matching-values.ts";
import {
  columnId,
  columnName,
  fieldChoices,
  fieldOf,
  isSame,
  matchingWork,
  problemsOf,
  problemsTitle,
  sentOf,
  valuesOf,
} from "./matching-values.ts";

type MatchColumnsProps = {
  detail: ImportDetail;
  codes: Codes;
  /** What was chosen before the session ended. */
  returned: MatchingValues | undefined;
  /** Beside the button that begins the check. */
  actions: React.ReactNode;
  /** The check has begun. */
  onChecking: () => void;
};

/** Which column is which, and what to take where a row says nothing. */
export function MatchColumns({ detail, codes, returned, actions, onChecking }: MatchColumnsProps) {
  const { importId, kind, columns } = detail;
  const [values, setValues] = useState(() => returned ?? valuesOf(detail));
  const [attempt, setAttempt] = useState(0);
  const match = useMatchColumns(importId);
  const change = (changed: Partial<MatchingValues>) => {
    match.reset();
    setValues({ ...values, ...changed });
  };
  // why: sent values are kept too, because it is the sending that finds out that the session has ended
  useKeptWork(matchingWork, String(importId), () => (isSame(values, valuesOf(detail)) ? undefined : values));
  const problems = attempt > 0 ? problemsOf(values, kind) : [];
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (match.isPending) return;
    setAttempt(attempt + 1);
    if (problemsOf(values, kind).length === 0) match.mutate(sentOf(values), { onSuccess: onChecking });
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {returned && (
          <Alert title="Your choices are back.">Your session ended before the check. Check the file now.</Alert>
        )}
        <ErrorSummary title={problemsTitle} problems={problems} attempt={attempt} />
        {match.error instanceof CallFailed && match.error.isRefusal && (
          <Alert tone="error" title="The check couldn’t start.">
            {match.error.message}
          </Alert>
        )}
        {kind === "csv" && (
          <Card heading="Columns">
            <p className={styles.words}>Each column of the file, its first rows, and the field it maps to.</p>
            <div className={styles.columns}>
              <Table
                caption="Columns of the file"
                columns={columnsOfTable(values, change, problems)}
                rows={columns.map((column, at) => ({ column, at }))}
                rowKey={({ at }) => at}
              />
            </div>
          </Card>
        )}
        {kind === "marc" && (
          <Alert>MARC 21 records already name the title, authors, and subjects. Choose the rest here.</Alert>
        )}
        <Card heading={kind === "csv" ? "If a value is missing" : "Values the records don’t have"}>
          <DefaultsFields values={values} codes={codes} problems={problems} onChange={change} />
        </Card>
        <Card heading="If a row and the library differ">
          <RulesFields values={values} onChange={change} />
        </Card>
        <Row>
          <Button
            type="submit"
            look="primary"
            busy={match.isPending}
            icon={<ListChecks size={18} aria-hidden="true" />}
          >
            Check the file
          </Button>
          {actions}
        </Row>
        <p className={styles.words}>The check doesn’t change the inventory.</p>
      </Stack>
    </form>
  );
}

type ColumnRow = { column: ImportColumn; at: number };

function columnsOfTable(
  values: MatchingValues,
  change: (changed: Partial<MatchingValues>) => void,
  problems: readonly { field: string; message: string }[],
): Column<ColumnRow>[] {
  return [
    { head: "Column", names: true, cell: ({ column, at }) => columnName(column, at) },
    { head: "First rows", cell: ({ column }) => <Samples samples={column.samples} /> },
    {
      head: "Field",
      cell: ({ column, at }) => (
        <SelectField
          id={columnId(at)}
          label={`${columnName(column, at)} is taken for`}
          labelHidden
          width="full"
          options={fieldChoices}
          error={problems.find(({ field }) => field === columnId(at))?.message}
          value={values.fields[at] ?? ""}
          onChange={({ target }) =>
            change({ fields: values.fields.map((field, each) => (each === at ? fieldOf(target.value) : field)) })
          }
        />
      ),
    },
  ];
}

const longestSample = 80;

function Samples({ samples }: { samples: readonly string[] }) {
  const some = samples.filter((sample) => sample.trim() !== "");
  if (some.length === 0) return <span className={styles.none}>empty</span>;
  return (
    <ul className={styles.samples}>
      {some.map((sample, at) => (
        <li key={at}>{sample.length > longestSample ? `${sample.slice(0, longestSample)}…` : sample}</li>
      ))}
    </ul>
  );
}
