import { saveFile } from "#web/lib/files.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CallOf } from "#contract/all.ts";
import { type LabelCopy, labelsOnPage, type LabelTemplate, labelTemplates } from "#contract/catalog/labels.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import type { Request } from "#contract/wire/endpoint.ts";
import { ChooseCopies } from "./choose-copies.tsx";
import {
  formatOffset,
  maxOffsetText,
  parseOffset,
  storedOffset,
  storedUnit,
  storeOffset,
  storeUnit,
  type Unit,
} from "./offsets.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { call, refusalOf } from "#web/lib/call.ts";
import { Button, ButtonLink } from "#web/ui/actions/button.tsx";
import { ListFilters } from "#web/ui/data/list.tsx";
import { labelCopies, labelCopiesQuery } from "#web/catalog/staff-catalog-queries.ts";
import { Alert, EmptyState } from "#web/ui/feedback/notices.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { CheckboxField, SelectField } from "#web/ui/forms/choice-fields.tsx";
import { TextField } from "#web/ui/forms/text-fields.tsx";
import { Download } from "#web/ui/first-icons.tsx";
import { Card } from "#web/ui/card.tsx";
import { Page, Row, Stack } from "#web/ui/layout.tsx";
import { BackLink, useFilters } from "#web/ui/navigation/links.tsx";
import { ConfirmDialog } from "#web/ui/overlay/dialog.tsx";
import styles from "./label-sheets.module.css";

/** Renders admin/labels; `item` in the address limits it to one title. */
export function LabelsPage() {
  const { filters, next } = useFilters(labelCopies);
  const query = useQuery(labelCopiesQuery(filters));
  const isOneTitle = filters.inventoryId !== 0;
  return (
    <Page
      heading="Labels"
      lead={isOneTitle && query.data?.data[0] && <TitleText of={query.data.data[0]} />}
      back={isOneTitle && <BackLink to={`/admin/viewitem/${filters.inventoryId}`}>Back to Item</BackLink>}
    >
      <Stack>
        {!isOneTitle && (
          <ListFilters
            key={labelCopies.keyOf(next)}
            of={labelCopies}
            name="copies to label"
            showAll="Show everything"
          />
        )}
        <Fetched query={query} what="copies" skeleton={<Skeleton height="24rem" />}>
          {({ data, total }) =>
            data.length > 0 ? (
              <LabelSheets key={labelCopies.keyOf(filters)} copies={data} total={total} isOneTitle={isOneTitle} />
            ) : (
              <NoCopies isOneTitle={isOneTitle} isSearch={filters.searchString !== ""} />
            )
          }
        </Fetched>
      </Stack>
    </Page>
  );
}

function NoCopies({ isOneTitle, isSearch }: { isOneTitle: boolean; isSearch: boolean }) {
  if (isSearch)
    return (
      <EmptyState
        title="No copies match."
        actions={<ButtonLink to={labelCopies.path}>Show all without a label</ButtonLink>}
      >
        Try a word from the title, a SKU, or a shelf. To reprint a label, show all copies.
      </EmptyState>
    );
  return (
    <EmptyState
      title={isOneTitle ? "This title has no copies yet." : "Every copy has a label."}
      actions={<ButtonLink to="/admin/inventorylist">Inventory</ButtonLink>}
    >
      To reprint a label, search for its title.
    </EmptyState>
  );
}

type Sheet = Required<Request<CallOf<"POST Labels/MakeSheet">>["body"]>;
type LabelSheetsProps = { copies: readonly LabelCopy[]; total: number; isOneTitle: boolean };

function LabelSheets({ copies, total, isOneTitle }: LabelSheetsProps) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set());
  const [downloads, setDownloads] = useState<readonly LabelCopy[]>([]);
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: async (sheet: Sheet) => saveFile(await call("POST Labels/MakeSheet", { body: sheet })),
  });
  const mark = useMutation({
    mutationFn: (labels: readonly LabelCopy[]) => {
      const inventoryItems = labels.map(({ inventoryItemId, skuNumber }) => ({ inventoryItemId, skuNumber }));
      return call("POST Labels/MarkPrinted", { body: { inventoryItems } });
    },
    // after a refusal too, because a copy may have a new name
    onSettled: () => client.invalidateQueries({ queryKey: ["catalog", "labels"] }),
    meta: { done: "Labels marked as printed.", ownFaults: (error) => refusalOf(error) !== undefined },
  });
  const selectedCopies = copies.filter(({ inventoryItemId }) => selectedIds.has(inventoryItemId));
  const ids = selectedCopies.map(({ inventoryItemId }) => inventoryItemId);
  const refusal = mark.error && refusalOf(mark.error);
  const outOfDate = mark.data?.outOfDate ? ownMessages.labelsOutOfDate(mark.data.outOfDate) : refusal?.message;
  return (
    <Stack>
      <ChooseCopies
        copies={copies}
        total={total}
        chosen={selectedIds}
        isOneTitle={isOneTitle}
        onChoose={(ids) => setSelectedIds(new Set(ids))}
      />
      <Paper
        labels={ids.length}
        busy={make.isPending}
        onMake={(paper) => {
          const onSuccess = () => !paper.calibration && setDownloads(selectedCopies);
          make.mutate({ ...paper, inventoryItemIds: ids }, { onSuccess });
        }}
      />
      <div aria-live="polite">{outOfDate && <Alert tone="warning">{outOfDate}</Alert>}</div>
      <ConfirmDialog
        open={downloads.length > 0}
        busy={mark.isPending}
        question="Did the labels print correctly?"
        explanation={`The file was saved. Print it at 100% (actual size). If all ${downloads.length} labels are good, we’ll mark their copies as labeled.`}
        confirmLabel="Yes, all of them"
        cancelLabel="Not yet"
        onCancel={() => setDownloads([])}
        onConfirm={() => mark.mutate(downloads, { onSettled: () => setDownloads([]) })}
      />
    </Stack>
  );
}

type PaperProps = { labels: number; busy: boolean; onMake: (paper: Omit<Sheet, "inventoryItemIds">) => void };

function Paper({ labels, busy, onMake }: PaperProps) {
  const [template, setTemplate] = useState(() => paperOf(localStorage.getItem(templateKey)));
  const shift = useShift(template);
  const [startAt, setStartAt] = useState("1");
  const [shelfLocation, setShelfLocation] = useState(() => localStorage.getItem(shelfKey) === "yes");
  const onPage = labelsOnPage(template);
  const start = Number(startAt);
  const isStart = Number.isInteger(start) && start >= 1 && start <= onPage;
  const make = (calibration: boolean) => {
    if (!shift.parsed) return;
    localStorage.setItem(templateKey, template);
    storeOffset(template, shift.parsed);
    onMake({ template, startAt: isStart ? start : 1, ...shift.parsed, calibration, shelfLocation });
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
        name="shelfLocation"
        label="Print the shelf location"
        hint="It’s printed below the title."
        checked={shelfLocation}
        onChange={({ target }) => {
          localStorage.setItem(shelfKey, target.checked ? "yes" : "no");
          setShelfLocation(target.checked);
        }}
      />
      <Row>
        <Button
          look="primary"
          busy={busy}
          disabled={labels === 0 || !isStart || !shift.parsed}
          icon={<Download size={18} />}
          onClick={() => make(false)}
        >
          Download {labels.toLocaleString("en-US")} {labels === 1 ? "label" : "labels"}
        </Button>
        <Button busy={busy} disabled={!shift.parsed} onClick={() => make(true)}>
          Download calibration page
        </Button>
      </Row>
    </Card>
  );
}

const isPaper = (text: string): text is LabelTemplate => Object.hasOwn(labelTemplates, text);
const papers = Object.keys(labelTemplates).filter(isPaper);
const paperOf = (text: string | null) => papers.find((paper) => paper === text) ?? "5160";

/** Storage keys for the last paper used in this browser, and for whether to print shelf locations. */
const templateKey = "labelTemplate";
const shelfKey = "labelShelfLocation";

const choices = [
  { value: "in", label: "Inches" },
  { value: "mm", label: "Millimeters" },
];
const fields = [
  { name: "offsetX", label: "Move to the right", hint: "Negative moves left" },
  { name: "offsetY", label: "Move down", hint: "Negative moves up" },
] as const;

/** Holds the typed offset of a sheet; `parsed` is in tenths of a millimeter, or undefined while a value is invalid. */
function useShift(template: LabelTemplate) {
  const [unit, setUnit] = useState(storedUnit);
  const [inputs, setInputs] = useState(() => textsOf(template, unit));
  const [offsetX, offsetY] = [parseOffset(inputs.offsetX, unit), parseOffset(inputs.offsetY, unit)];
  const parsed = offsetX === undefined || offsetY === undefined ? undefined : { offsetX, offsetY };
  return {
    unit,
    inputs,
    parsed,
    type: (change: Partial<typeof inputs>) => setInputs({ ...inputs, ...change }),
    open: (next: LabelTemplate) => setInputs(textsOf(next, unit)),
    measure: (next: Unit) => {
      const convert = (text: string, tenths = parseOffset(text, unit)) =>
        tenths === undefined ? text : formatOffset(tenths, next);
      setInputs({ offsetX: convert(inputs.offsetX), offsetY: convert(inputs.offsetY) });
      storeUnit(next);
      setUnit(next);
    },
  };
}

function textsOf(template: LabelTemplate, unit: Unit) {
  const { offsetX, offsetY } = storedOffset(template);
  return { offsetX: formatOffset(offsetX, unit), offsetY: formatOffset(offsetY, unit) };
}

function ShiftFields({ shift }: { shift: ReturnType<typeof useShift> }) {
  const { unit, inputs, type, measure } = shift;
  const invalid = `Enter a number up to ${maxOffsetText(unit)}.`;
  return (
    <>
      {fields.map(({ name, label, hint }) => (
        <TextField
          key={name}
          label={label}
          name={name}
          hint={hint}
          error={parseOffset(inputs[name], unit) === undefined ? invalid : undefined}
          width="s"
          autoComplete="off"
          value={inputs[name]}
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
