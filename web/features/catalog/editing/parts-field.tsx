import { useState } from "react";
import { partLimits, partsOf } from "#contract/titles/parts.ts";
import { EntriesField } from "#web/ui/entries/entries-field.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import styles from "./edit-item.module.css";

/** A part as it is typed. */
type Row = { name: string; count: string; cost: string };

const fresh: Row = { name: "", count: "1", cost: "" };
const cells = [
  { name: "name", label: "Name", width: "m", inputMode: "text" },
  { name: "count", label: "How many", width: "xs", inputMode: "numeric" },
  { name: "cost", label: "Cost of one", width: "xs", inputMode: "decimal" },
] as const;

const rowsOf = (parts: string): Row[] => partsOf(parts).map((part) => ({ ...part, count: String(part.count) }));

/** What nobody filled in is left out. A count that is none is written as 0, which breaks the rule of parts. */
function textOf(rows: readonly Row[]): string {
  const filled = rows.filter(({ name, cost }) => name.trim() !== "" || cost.trim() !== "");
  return filled
    .map(({ name, count, cost }) => {
      const number = /^\d{1,3}$/.test(count.trim()) ? count.trim() : "0";
      return `${number} ${name.trim()}${cost.trim() && ` @ ${cost.trim()}`}`;
    })
    .join("; ");
}

type PartsFieldProps = { value: string; error: string | undefined; onChange: (parts: string) => void };

/** The parts of each copy, one row each; its value is one text, as in files. */
export function PartsField({ value, error, onChange }: PartsFieldProps) {
  const [typed, setTyped] = useState(() => rowsOf(value));
  // what was saved or fetched since replaces what was typed
  const rows = textOf(typed) === value ? typed : rowsOf(value);
  return (
    <EntriesField
      id="parts"
      label="Parts (optional)"
      hint="What each copy consists of, if it is a kit. Printed on the packing slip and ticked at returns."
      error={error}
      entry="Part"
      entries={rows}
      most={partLimits.parts}
      fresh={fresh}
      first="name"
      onChange={(update) => {
        const changed = update(rows);
        setTyped(changed);
        onChange(textOf(changed));
      }}
    >
      {(row, path, change) => (
        <div className={styles.part}>
          {cells.map(({ name, label, width, inputMode }) => (
            <TextField
              key={name}
              id={path + name}
              label={label}
              width={width}
              inputMode={inputMode}
              autoComplete="off"
              value={row[name]}
              onChange={({ target }) => change((now) => ({ ...now, [name]: target.value }))}
            />
          ))}
        </div>
      )}
    </EntriesField>
  );
}
