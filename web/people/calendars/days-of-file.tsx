import { useState } from "react";
import { calendarLimits, type LeftOut, type ReadDays } from "#contract/people/calendars.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { FileField } from "#web/ui/forms/file-fields.tsx";
import { CheckboxGroup } from "#web/ui/forms/field-groups.tsx";
import { useSentFile } from "#web/lib/files.ts";
import { formatDay } from "#web/lib/formats.tsx";

type ReadFile = {
  entries: readonly ReadDays[];
  left: number;
  leftOut: readonly LeftOut[];
  notes: readonly string[];
};

/** Reads dates from a file and lets the user choose which to add. Saves nothing. */
export function DaysOfFile({ onDays }: { onDays: (days: readonly ReadDays[]) => void }) {
  const [fileDays, setFileDays] = useState<ReadFile>();
  const readFile = useSentFile(
    async (file, options) => (await call("POST Calendars/ReadFile", { upload: file }, options)).data,
  );
  return (
    <>
      <FileField
        id="calendarFile"
        label="Dates from a file"
        hint="Use the district’s calendar as .ics, or a CSV file with the columns From, To, and About, up to 1 MB. You choose which dates to add."
        accept=".ics,.csv,text/calendar,text/csv"
        objection={({ size }) => (size > calendarLimits.bytes ? "The file can’t be larger than 1 MB." : undefined)}
        send={async (file, options) => setFileDays(await readFile(file, options))}
      />
      {fileDays && (
        <ChooseDays
          read={fileDays}
          onClose={() => setFileDays(undefined)}
          onDays={(days) => {
            setFileDays(undefined);
            onDays(days);
          }}
        />
      )}
    </>
  );
}

function inWords({ from, to, about, kind }: ReadDays): string {
  if (kind === "first") return `First day of school: ${formatDay(from)}`;
  if (kind === "last") return `Last day of school: ${formatDay(from)}`;
  return [to === "" ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`, about].filter(Boolean).join(", ");
}

/** Names the entries that aren't used. */
function LeftOutEntries({ left, leftOut }: Pick<ReadFile, "left" | "leftOut">) {
  if (left === 0) return null;
  return (
    <details open={left <= 10}>
      <summary>{left === 1 ? "1 entry was left out" : `${left} entries were left out`}</summary>
      <ul>
        {leftOut.map(({ about, from, why }, at) => (
          <li key={at}>
            {[about, from && formatDay(from)].filter(Boolean).join(", ")}: {why}
          </li>
        ))}
        {left > leftOut.length && <li>and {left - leftOut.length} more</li>}
      </ul>
    </details>
  );
}

type ChooseDaysProps = { read: ReadFile; onClose: () => void; onDays: (days: readonly ReadDays[]) => void };

/** Preselects everything that looks like a break or the start or end of a school year. */
function ChooseDays({ read: { entries, left, leftOut, notes }, onClose, onDays }: ChooseDaysProps) {
  const [selection, setSelection] = useState(
    () => new Set(entries.flatMap(({ kind }, at) => (kind === "other" ? [] : [at]))),
  );
  const toggle = (at: number) =>
    setSelection((now) => (now.has(at) ? new Set([...now].filter((each) => each !== at)) : new Set([...now, at])));
  const options = entries.map((days, at) => ({ value: at, label: inWords(days), checked: selection.has(at) }));
  return (
    <Dialog
      open
      keepOnOutsideClick
      width="wide"
      onClose={onClose}
      title="When is the district closed?"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={selection.size === 0}
            onClick={() => onDays(entries.filter((_, at) => selection.has(at)))}
          >
            {selection.size === 1 ? "Add 1 entry" : `Add ${selection.size} entries`}
          </Button>
        </>
      }
    >
      <CheckboxGroup
        id="days"
        label="Dates in the file"
        hint={["Breaks and the first and last days of school are selected.", ...notes].join(" ")}
        options={options}
        onToggle={(value) => toggle(Number(value))}
      />
      <LeftOutEntries left={left} leftOut={leftOut} />
    </Dialog>
  );
}
