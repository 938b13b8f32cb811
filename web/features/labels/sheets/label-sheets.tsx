import { useState } from "react";
import { labelsOnPage, labelTemplates, type LabelTemplate } from "#contract/label-templates.ts";
import type { LabelCopy } from "#contract/labels.ts";
import { ownMessages } from "#contract/messages.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Download } from "#web/ui/icons.tsx";
import { CallFailed } from "#web/lib/call.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { ChooseCopies } from "./choose-copies.tsx";
import { useMakeSheet, useMarkPrinted } from "./label-queries.ts";
import styles from "./label-sheets.module.css";
import { asOffset, rememberedOffset, rememberedTemplate, rememberPaper } from "./remembered-paper.ts";

const papers: LabelTemplate[] = ["5160", "5163", "22806", "roll"];

type LabelSheetsProps = { copies: readonly LabelCopy[]; total: number; isOneTitle: boolean };

/** From copies to a file for the label printer. */
export function LabelSheets({ copies, total, isOneTitle }: LabelSheetsProps) {
  const [asked, setChosen] = useState<ReadonlySet<number>>(() => new Set(copies.map((copy) => copy.inventoryItemId)));
  const [made, setMade] = useState<readonly LabelCopy[]>([]);
  const make = useMakeSheet();
  const mark = useMarkPrinted();
  const chosen = copies.filter(({ inventoryItemId }) => asked.has(inventoryItemId));
  const ids = chosen.map(({ inventoryItemId }) => inventoryItemId);
  const outOfDate = mark.data?.outOfDate ? ownMessages.labelsOutOfDate(mark.data.outOfDate) : refusalOf(mark.error);
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

const refusalOf = (error: Error | null) => (error instanceof CallFailed && error.isRefusal ? error.message : undefined);

type PaperWish = {
  template: LabelTemplate;
  startAt: number;
  offsetX: number;
  offsetY: number;
  calibration: boolean;
};

/** The paper, the first label, and the printer's offset. */
function Paper({ labels, busy, onMake }: { labels: number; busy: boolean; onMake: (paper: PaperWish) => void }) {
  const [template, setTemplate] = useState(rememberedTemplate);
  const [offset, setOffset] = useState(() => asTyped(rememberedOffset(template)));
  const [startAt, setStartAt] = useState("1");
  const onPage = labelsOnPage(template);
  const start = Number(startAt);
  const isStart = Number.isInteger(start) && start >= 1 && start <= onPage;
  const make = (calibration: boolean) => {
    const kept = { offsetX: asOffset(offset.offsetX), offsetY: asOffset(offset.offsetY) };
    rememberPaper(template, kept);
    setOffset(asTyped(kept));
    onMake({ template, startAt: isStart ? start : 1, ...kept, calibration });
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
          const next = papers.find((paper) => paper === target.value) ?? "5160";
          setTemplate(next);
          setOffset(asTyped(rememberedOffset(next)));
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
        <TextField
          label="Move to the right"
          name="offsetX"
          hint="Tenths of a millimeter; negative moves left"
          width="s"
          value={offset.offsetX}
          onChange={({ target }) => setOffset({ ...offset, offsetX: target.value })}
        />
        <TextField
          label="Move down"
          name="offsetY"
          hint="Tenths of a millimeter; negative moves up"
          width="s"
          value={offset.offsetY}
          onChange={({ target }) => setOffset({ ...offset, offsetY: target.value })}
        />
      </div>
      <Row>
        <Button
          look="primary"
          busy={busy}
          disabled={labels === 0 || !isStart}
          icon={<Download size={18} />}
          onClick={() => make(false)}
        >
          Download {labels.toLocaleString("en-US")} {labels === 1 ? "label" : "labels"}
        </Button>
        <Button busy={busy} onClick={() => make(true)}>
          Calibration page
        </Button>
      </Row>
    </Card>
  );
}

const asTyped = ({ offsetX, offsetY }: { offsetX: number; offsetY: number }) => ({
  offsetX: String(offsetX),
  offsetY: String(offsetY),
});
