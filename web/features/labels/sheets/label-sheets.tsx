import { useState } from "react";
import { type LabelCopy, labelsOnPage, type LabelTemplate, labelTemplates } from "#contract/labels.ts";
import { ownMessages } from "#contract/messages.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Download } from "#web/ui/icons.tsx";
import { CallFailed } from "#web/lib/call.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { CheckboxField } from "#web/ui/forms/checkbox-field.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { ChooseCopies } from "./choose-copies.tsx";
import { type Sheet, useMakeSheet, useMarkPrinted } from "./label-queries.ts";
import { farthest, keepOffset, keepUnit, keptOffset, keptUnit, readOffset, shownOffset, type Unit } from "./offsets.ts";
import styles from "./label-sheets.module.css";

type LabelSheetsProps = { copies: readonly LabelCopy[]; total: number; isOneTitle: boolean };

/** From copies to a file for the label printer. */
export function LabelSheets({ copies, total, isOneTitle }: LabelSheetsProps) {
  const [asked, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [made, setMade] = useState<readonly LabelCopy[]>([]);
  const make = useMakeSheet();
  const mark = useMarkPrinted();
  const chosen = copies.filter(({ inventoryItemId }) => asked.has(inventoryItemId));
  const ids = chosen.map(({ inventoryItemId }) => inventoryItemId);
  const refusal = mark.error instanceof CallFailed && mark.error.isRefusal ? mark.error : undefined;
  const outOfDate = mark.data?.outOfDate ? ownMessages.labelsOutOfDate(mark.data.outOfDate) : refusal?.message;
  return (
    <Stack>
      <ChooseCopies
        copies={copies}
        total={total}
        chosen={asked}
        isOneTitle={isOneTitle}
        onChoose={(some) => setChosen(new Set(some))}
      />
      <Paper
        labels={ids.length}
        busy={make.isPending}
        onMake={(paper) => {
          const onSuccess = () => !paper.calibration && setMade(chosen);
          make.mutate({ ...paper, inventoryItemIds: ids }, { onSuccess });
        }}
      />
      <div aria-live="polite">{outOfDate && <Alert tone="warning">{outOfDate}</Alert>}</div>
      <ConfirmDialog
        open={made.length > 0}
        busy={mark.isPending}
        question="Did the labels print correctly?"
        explanation={`The file was saved. Print it at 100% (actual size). If all ${made.length} labels are good, we’ll mark their copies as labeled.`}
        confirmLabel="Yes, all of them"
        cancelLabel="Not yet"
        onCancel={() => setMade([])}
        onConfirm={() => mark.mutate(made, { onSettled: () => setMade([]) })}
      />
    </Stack>
  );
}

type PaperProps = { labels: number; busy: boolean; onMake: (paper: Omit<Sheet, "inventoryItemIds">) => void };

function Paper({ labels, busy, onMake }: PaperProps) {
  const [template, setTemplate] = useState(() => paperOf(localStorage.getItem(templateKey)));
  const shift = useShift(template);
  const [startAt, setStartAt] = useState("1");
  const [shelfPlace, setShelfPlace] = useState(() => localStorage.getItem(shelfKey) === "yes");
  const onPage = labelsOnPage(template);
  const start = Number(startAt);
  const isStart = Number.isInteger(start) && start >= 1 && start <= onPage;
  const make = (calibration: boolean) => {
    if (!shift.read) return;
    localStorage.setItem(templateKey, template);
    keepOffset(template, shift.read);
    onMake({ template, startAt: isStart ? start : 1, ...shift.read, calibration, shelfPlace });
  };
  return (
    <Card heading="Paper">
      <SelectField
        label="Label paper"
        name="template"
        width="l"
        value={template}
        options={papers.map((value) => ({ value, label: labelTemplates[value].name }))}
        onChange={({ target }) => {
          const next = paperOf(target.value);
          setTemplate(next);
          shift.open(next);
          setStartAt("1");
        }}
      />
      <div className={styles.fields}>
        <TextField
          label="Start at label"
          name="startAt"
          hint={`1 to ${onPage}, counted row by row`}
          error={isStart ? undefined : `This paper has ${onPage} ${onPage === 1 ? "label" : "labels"} on a page.`}
          inputMode="numeric"
          width="s"
          value={startAt}
          onChange={({ target }) => setStartAt(target.value)}
        />
        <ShiftFields shift={shift} />
      </div>
      <CheckboxField
        name="shelfPlace"
        label="Print the shelf place"
        hint="Below the title, where its title has one."
        checked={shelfPlace}
        onChange={({ target }) => {
          localStorage.setItem(shelfKey, target.checked ? "yes" : "no");
          setShelfPlace(target.checked);
        }}
      />
      <Row>
        <Button
          look="primary"
          busy={busy}
          disabled={labels === 0 || !isStart || !shift.read}
          icon={<Download size={18} />}
          onClick={() => make(false)}
        >
          Download {labels.toLocaleString("en-US")} {labels === 1 ? "label" : "labels"}
        </Button>
        <Button busy={busy} disabled={!shift.read} onClick={() => make(true)}>
          Calibration page
        </Button>
      </Row>
    </Card>
  );
}

const isPaper = (text: string): text is LabelTemplate => Object.hasOwn(labelTemplates, text);
const papers = Object.keys(labelTemplates).filter(isPaper);
const paperOf = (text: string | null) => papers.find((paper) => paper === text) ?? "5160";

/** The last paper used in this browser, and whether it printed the shelf places. */
const templateKey = "labelTemplate";
const shelfKey = "labelShelfPlace";

const choices = [
  { value: "in", label: "Inches" },
  { value: "mm", label: "Millimeters" },
];
const fields = [
  { name: "offsetX", label: "Move to the right", hint: "Negative moves left" },
  { name: "offsetY", label: "Move down", hint: "Negative moves up" },
] as const;

/** How far everything on a sheet moves, as typed; `read` in tenths of a millimeter, undefined while one makes no sense. */
function useShift(template: LabelTemplate) {
  const [unit, setUnit] = useState(keptUnit);
  const [typed, setTyped] = useState(() => textsOf(template, unit));
  const [offsetX, offsetY] = [readOffset(typed.offsetX, unit), readOffset(typed.offsetY, unit)];
  const read = offsetX === undefined || offsetY === undefined ? undefined : { offsetX, offsetY };
  return {
    unit,
    typed,
    read,
    type: (change: Partial<typeof typed>) => setTyped({ ...typed, ...change }),
    /** Begins with what is kept for another paper. */
    open: (next: LabelTemplate) => setTyped(textsOf(next, unit)),
    /** Says the same in another unit. */
    measure: (next: Unit) => {
      const texts = (name: keyof typeof typed) =>
        [readOffset(typed[name], unit)].map((tenths) =>
          tenths === undefined ? typed[name] : shownOffset(tenths, next),
        );
      setTyped({ offsetX: texts("offsetX").join(""), offsetY: texts("offsetY").join("") });
      keepUnit(next);
      setUnit(next);
    },
  };
}

function textsOf(template: LabelTemplate, unit: Unit) {
  const { offsetX, offsetY } = keptOffset(template);
  return { offsetX: shownOffset(offsetX, unit), offsetY: shownOffset(offsetY, unit) };
}

function ShiftFields({ shift }: { shift: ReturnType<typeof useShift> }) {
  const { unit, typed, type, measure } = shift;
  const wrong = `Enter a number, at most ${farthest(unit)}.`;
  return (
    <>
      {fields.map(({ name, label, hint }) => (
        <TextField
          key={name}
          label={label}
          name={name}
          hint={hint}
          error={readOffset(typed[name], unit) === undefined ? wrong : undefined}
          width="s"
          autoComplete="off"
          value={typed[name]}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => type({ [name]: target.value })}
        />
      ))}
      <SelectField
        label="Measured in"
        name="unit"
        width="s"
        value={unit}
        options={choices}
        onChange={({ target }) => measure(target.value === "mm" ? "mm" : "in")}
      />
    </>
  );
}
