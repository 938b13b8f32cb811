import { type ReactNode, useState } from "react";
import type { StaffOrder } from "#contract/circulation.ts";
import type { StartConfiguration } from "#contract/content.ts";
import { backLabel, outLabel, withName } from "#contract/desk/parcel/addresses.ts";
import type { CopyToPick } from "#contract/desk/parcel/pick-list.ts";
import { labelsOnPage, type LabelTemplate, labelTemplates } from "#contract/label-templates.ts";
import { AddressLabels, type LabelShift } from "#web/features/circulation/printing/address-labels.tsx";
import { PrintSlips } from "#web/features/circulation/printing/print-slips.tsx";
import { usePrint } from "#web/features/circulation/printing/use-print.ts";
import { useSender } from "#web/features/circulation/printing/use-sender.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { ListChecks, Printer } from "#web/ui/icons.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { PapersAsPdf } from "./papers-as-pdf.tsx";
import { PrintPickList } from "./print-pick-list.tsx";

type Paper = "pick list" | "slips" | "address labels" | "return labels";

const buttons = [
  { paper: "pick list", words: "Pick list" },
  { paper: "slips", words: "Packing slips" },
  { paper: "address labels", words: "Address labels" },
  { paper: "return labels", words: "Return labels" },
] as const satisfies { paper: Paper; words: string }[];

/** A roll has labels too small for an address. */
const addressPapers = ["5163", "5160", "22806"] as const;
const papers = addressPapers.map((value) => ({ value, label: labelTemplates[value].name }));

/** How far the printer is to shift this paper, in tenths of a millimeter. */
export type ShiftOf = (template: LabelTemplate) => LabelShift;

type Facts = {
  copies: readonly CopyToPick[];
  configuration: StartConfiguration | undefined;
  shiftOf: ShiftOf;
};

/** What can be printed for these orders, and what is being printed now. */
export function usePapers(orders: readonly StaffOrder[], { copies, configuration, shiftOf }: Facts) {
  const { printing, print } = usePrint<Paper>();
  const sender = useSender(
    configuration,
    orders.map(({ orderId }) => orderId),
  );
  const labels = useLabelPaper(shiftOf);
  const { site, contact } = configuration?.content ?? {};
  const address = contact?.postalAddress ?? "";
  const library = withName(site?.siteName ?? "", address);
  const made: Record<Paper, () => ReactNode> = {
    "pick list": () => <PrintPickList orders={orders} copies={copies} />,
    slips: () => <PrintSlips orders={orders} sender={sender} />,
    "address labels": () => (
      <AddressLabels {...labels.paper} labels={orders.map((order) => outLabel(order, library))} />
    ),
    "return labels": () => (
      <AddressLabels {...labels.paper} labels={orders.map((order) => backLabel(order, library))} />
    ),
  };
  const choices = (
    <Stack>
      <Row>
        {buttons.map(({ paper, words }) => (
          <Button
            key={paper}
            icon={paper === "pick list" ? <ListChecks size={18} /> : <Printer size={18} />}
            disabled={orders.length === 0 || (paper === "return labels" && address === "")}
            onClick={() => print(paper)}
          >
            {words}
          </Button>
        ))}
      </Row>
      {labels.fields}
      <PapersAsPdf orders={orders} labels={labels.paper} hasAddress={address !== ""} />
    </Stack>
  );
  return { paper: printing && made[printing](), choices };
}

function useLabelPaper(shiftOf: ShiftOf) {
  const [template, setTemplate] = useState<(typeof addressPapers)[number]>("5163");
  const [startAt, setStartAt] = useState("1");
  const first = Math.min(Math.max(1, Math.floor(Number(startAt)) || 1), labelsOnPage(template));
  const fields = (
    <Row align="end">
      <SelectField
        label="Label paper"
        name="template"
        value={template}
        options={papers}
        onChange={({ target }) => setTemplate(papers.find(({ value }) => value === target.value)?.value ?? "5163")}
      />
      <TextField
        label="Start at label"
        name="startAt"
        inputMode="numeric"
        autoComplete="off"
        width="s"
        value={startAt}
        onChange={({ target }) => setStartAt(target.value)}
      />
    </Row>
  );
  return { paper: { template, startAt: first, ...shiftOf(template) }, fields };
}
