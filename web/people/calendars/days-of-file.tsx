import { useState } from "react";
import { calendarLimits, type ReadDays } from "#contract/people/calendars.ts";
import { call } from "#web/lib/call.ts";
import { formatDay } from "#web/lib/dates.ts";
import { useSentFile } from "#web/lib/files/uploads.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { CheckboxGroup } from "#web/ui/forms/checkbox-group.tsx";
import { FileField } from "#web/ui/forms/file/file-field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

type Read = { entries: readonly ReadDays[]; left: number };

/** A file with days, and the choice which of them to take over; nothing is saved by that. */
export function DaysOfFile({ onDays }: { onDays: (days: readonly ReadDays[]) => void }) {
  const [read, setRead] = useState<Read>();
  const readFile = useSentFile(
    async (file, options) => (await call("POST Calendars/ReadFile", { upload: file }, options)).data,
  );
  return (
    <>
      <FileField
        id="calendarFile"
        label="Days from a file"
        hint="The district’s calendar as .ics, or a CSV file with the columns From, To and About, up to 1 MB. You choose which of its days to add."
        accept=".ics,.csv,text/calendar,text/csv"
        objection={({ size }) => (size > calendarLimits.bytes ? "The file can’t be larger than 1 MB." : undefined)}
        send={async (file, options) => setRead(await readFile(file, options))}
      />
      {read && (
        <ChooseDays
          read={read}
          onClose={() => setRead(undefined)}
          onDays={(days) => {
            setRead(undefined);
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

type ChooseDaysProps = { read: Read; onClose: () => void; onDays: (days: readonly ReadDays[]) => void };

/** Which days of a file to add: those that seem to be breaks are chosen first. */
function ChooseDays({ read: { entries, left }, onClose, onDays }: ChooseDaysProps) {
  const [chosen, setChosen] = useState(
    () => new Set(entries.flatMap(({ kind }, at) => (kind === "other" ? [] : [at]))),
  );
  const toggle = (at: number) =>
    setChosen((now) => (now.has(at) ? new Set([...now].filter((each) => each !== at)) : new Set([...now, at])));
  const options = entries.map((days, at) => ({ value: at, label: inWords(days), checked: chosen.has(at) }));
  return (
    <Dialog
      open
      keepOnOutsideClick
      width="wide"
      onClose={onClose}
      title="Which days is the district closed?"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={chosen.size === 0}
            onClick={() => onDays(entries.filter((_, at) => chosen.has(at)))}
          >
            {chosen.size === 1 ? "Add 1 entry" : `Add ${chosen.size} entries`}
          </Button>
        </>
      }
    >
      <CheckboxGroup
        id="days"
        label="Days of the file"
        hint={left > 0 && `${left === 1 ? "1 entry is" : `${left} entries are`} left out: no whole days, or too many.`}
        options={options}
        onToggle={(value) => toggle(Number(value))}
      />
    </Dialog>
  );
}
