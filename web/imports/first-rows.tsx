import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FirstRows } from "#contract/imports/imports.ts";
import {
  type Delimiter,
  delimiters,
  type Encoding,
  encodings,
  type FormatChoice,
  type TableFormat,
} from "#contract/wire/table-format.ts";
import { refusalOf } from "#web/lib/call.ts";
import { cx } from "#web/ui/cx.ts";
import { Card } from "#web/ui/card.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { SelectField } from "#web/ui/forms/choice-fields.tsx";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { firstRowsQuery } from "./import-queries.ts";
import styles from "./first-rows.module.css";

/** Reads the first rows of a CSV. */
export const useFirstRows = (importId: number, format: TableFormat | null) =>
  useQuery({
    ...firstRowsQuery(importId, format ?? {}),
    enabled: format !== null,
    placeholderData: keepPreviousData,
  });

type FirstRowsProps = {
  importId: number;
  format: TableFormat;
  query: ReturnType<typeof useFirstRows>;
  onRead: (read: FirstRows) => void;
};

/** Shows how a file is read, and its first rows, which change with each choice. `onRead` gets the columns. */
export function FirstRowsCard({ importId, format, query, onRead }: FirstRowsProps) {
  const { choice, problem, choose } = useFormatChoice(importId, onRead);
  const shown = { ...format, ...choice };
  const errorOf = (name: keyof TableFormat) => (problem?.name === name ? problem.message : undefined);
  return (
    <Card heading="First rows">
      <p className={styles.words}>Do the letters and columns look right? If not, change how the file is read.</p>
      <div className={styles.choices}>
        <SelectField
          label="Encoding"
          width="full"
          options={encodings.map((value) => ({ value, label: encodingNames[value] }))}
          error={errorOf("encoding")}
          value={shown.encoding}
          onChange={({ target }) => {
            const encoding = encodings.find((each) => each === target.value);
            if (encoding) choose("encoding", { encoding });
          }}
        />
        <SelectField
          label="Columns are separated by"
          width="full"
          options={delimiters.map((value) => ({ value, label: delimiterNames[value] }))}
          error={errorOf("delimiter")}
          value={shown.delimiter}
          onChange={({ target }) => {
            const delimiter = delimiters.find((each) => each === target.value);
            if (delimiter) choose("delimiter", { encoding: format.encoding, delimiter });
          }}
        />
        <SelectField
          label="Column names"
          width="full"
          options={headerChoices(format, query.data)}
          error={errorOf("headerRow")}
          value={shown.headerRow}
          onChange={({ target }) => choose("headerRow", { ...format, headerRow: Number(target.value) })}
        />
      </div>
      <Fetched query={query} what="the first rows" skeleton={<Skeleton height="18rem" />}>
        {(read) => <Rows read={read} />}
      </Fetched>
    </Card>
  );
}

/** Reads the file in a different format; anything not chosen is detected again. */
function useFormatChoice(importId: number, onRead: (read: FirstRows) => void) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<{ name: keyof TableFormat; message: string }>();
  const { mutate, variables, isPending } = useMutation({
    mutationFn: async ({ choice }: { name: keyof TableFormat; choice: FormatChoice }) =>
      client.query(firstRowsQuery(importId, choice)),
    onMutate: () => setProblem(undefined),
    onSuccess: (read) => {
      client.setQueryData(firstRowsQuery(importId, read.format).queryKey, read);
      onRead(read);
    },
    onError: (error, { name }) => setProblem({ name, message: refusalOf(error)?.message ?? "" }),
    meta: { ownFaults: (error) => refusalOf(error) !== undefined },
  });
  const choose = (name: keyof TableFormat, choice: FormatChoice) => mutate({ name, choice });
  return { choice: isPending ? variables.choice : undefined, problem, choose };
}

const encodingNames: Record<Encoding, string> = {
  "UTF-8": "UTF-8",
  "UTF-16LE": "UTF-16",
  "UTF-16BE": "UTF-16, big-endian",
  "Windows-1252": "Windows-1252 (Western)",
  "Mac Roman": "Mac Roman (Western)",
  "MS-DOS": "MS-DOS (code page 437)",
  "Windows-1250": "Windows-1250 (Central European)",
};

const delimiterNames: Record<Delimiter, string> = {
  comma: "Commas",
  semicolon: "Semicolons",
  tab: "Tabs",
  pipe: "Pipes (|)",
  none: "Nothing (one column)",
};

const maxLabelLength = 40;

function headerChoices({ headerRow }: TableFormat, read: FirstRows | undefined) {
  const rows = (read?.rows ?? []).map(({ row, cells }) => {
    const text = cells.filter((cell) => cell !== "").join(", ");
    return {
      value: row,
      label: `Row ${row}: ${text.length > maxLabelLength ? `${text.slice(0, maxLabelLength)}…` : text}`,
    };
  });
  const isThere = headerRow === 0 || rows.some(({ value }) => value === headerRow);
  return [
    { value: 0, label: "None: every row has values" },
    ...(isThere ? [] : [{ value: headerRow, label: `Row ${headerRow}` }]),
    ...rows,
  ];
}

function Rows({ read: { format, rows, columns, notes } }: { read: FirstRows }) {
  const width = Math.min(columns.length, Math.max(...rows.map(({ cells }) => cells.length)));
  const hidden = columns.length - width;
  return (
    <>
      {notes.map((note) => (
        <p key={note} className={styles.words}>
          {note}
        </p>
      ))}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wider than a phone, so it scrolls by keyboard */}
      <section className={styles.frame} aria-label="First rows of the file" tabIndex={0}>
        <table className={styles.table}>
          <caption>
            <VisuallyHidden>First rows of the file</VisuallyHidden>
          </caption>
          <tbody>
            {rows.map(({ row, cells }) => (
              <tr
                key={row}
                className={cx(row === format.headerRow && styles.names, row < format.headerRow && styles.skipped)}
              >
                <th scope="row">
                  {row}
                  <VisuallyHidden>{kindOfRow(row, format)}</VisuallyHidden>
                </th>
                {Array.from({ length: width }, (_, at) => (
                  <td key={at}>{cells[at]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {hidden > 0 && (
        <p className={styles.words}>
          {hidden === 1 ? "1 more column is" : `${hidden} more columns are`} listed below with the others.
        </p>
      )}
    </>
  );
}

const kindOfRow = (row: number, { headerRow }: TableFormat) =>
  row === headerRow ? ", column names" : row < headerRow ? ", skipped" : "";
