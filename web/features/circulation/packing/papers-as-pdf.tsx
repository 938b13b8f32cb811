import { useState } from "react";
import type { Order } from "#contract/circulation.ts";
import { call } from "#web/lib/call.ts";
import { useDownload } from "#web/lib/files/use-download.ts";
import type { LabelShift } from "#web/features/circulation/printing/address-labels.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { Download } from "#web/ui/icons.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

const choices = [
  { value: "", label: "Slips and labels" },
  { value: "slips", label: "Packing slips" },
  { value: "addresses", label: "Address labels" },
  { value: "returns", label: "Return labels" },
  { value: "picks", label: "Pick list" },
] as const;

type PapersAsPdfProps = {
  orders: readonly Order[];
  labels: LabelShift & { template: "5163" | "5160" | "22806"; startAt: number };
  hasAddress: boolean;
};

/** What goes with the parcels as one file: slips one order a page, then sheets of labels; or the list of what to fetch. */
export function PapersAsPdf({ orders, labels, hasAddress }: PapersAsPdfProps) {
  const [paper, setPaper] = useState<(typeof choices)[number]["value"]>("");
  const ids = orders.map(({ orderId }) => orderId).join(",");
  const { button, said } = useDownload(
    () => call("GET Order/PackingPapers", { query: { ids, paper, ...labels } }),
    "PDF downloaded.",
  );
  return (
    <Row align="end">
      <SelectField
        label="In the PDF"
        name="paper"
        value={paper}
        options={choices}
        onChange={({ target }) => setPaper(choices.find(({ value }) => value === target.value)?.value ?? "")}
      />
      <Button
        icon={<Download size={18} />}
        disabled={orders.length === 0 || (paper === "returns" && !hasAddress)}
        {...button}
      >
        PDF
      </Button>
      <VisuallyHidden>
        <output>{said}</output>
      </VisuallyHidden>
    </Row>
  );
}
