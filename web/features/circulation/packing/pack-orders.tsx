import { OpenCasesNote } from "#web/features/circulation/cases/open-cases-note.tsx";
import { type ReactNode, useState } from "react";
import type { StaffOrder } from "#contract/circulation.ts";
import { addressPapers } from "#contract/desk/packing.ts";
import { labelsOnPage, type LabelTemplate, labelTemplates } from "#contract/labels.ts";
import { missingCopies } from "#web/features/circulation/edit-order/order-form-values.ts";
import { StatusBadge } from "#web/features/circulation/status/status-badge.tsx";
import { useMarked } from "#web/ui/marking/use-marked.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { call } from "#web/lib/call.ts";
import { DownloadButton } from "#web/ui/actions/download-button.tsx";
import { CheckboxField } from "#web/ui/forms/checkbox-field.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { ListChecks, Printer } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { Link } from "#web/ui/router/router.tsx";
import styles from "./packing.module.css";

/** How far the printer shifts this paper, in tenths of a millimeter. */
type ShiftOf = (template: LabelTemplate) => { offsetX: number; offsetY: number };

type PackOrdersProps = { orders: readonly StaffOrder[]; postalAddress: string | undefined; shiftOf: ShiftOf };

/** Orders to pack, all of them chosen at first, and the PDFs to print for them. */
export function PackOrders({ orders, postalAddress, shiftOf }: PackOrdersProps) {
  const { marked: left, mark: leave } = useMarked();
  const ids = orders.map(({ orderId }) => orderId).filter((id) => !left.has(id));
  return (
    <Stack>
      {postalAddress === "" && <NoAddress />}
      <Card heading={`Print for ${ids.length === 1 ? "1 order" : `${ids.length} orders`}`}>
        <Papers ids={ids} hasAddress={Boolean(postalAddress)} shiftOf={shiftOf} />
      </Card>
      <Card heading="Orders, the oldest first">
        <ul className={styles.orders} aria-label="Orders to pack">
          {orders.map((order) => (
            <OrderToPack key={order.orderId} order={order}>
              <CheckboxField
                label={`Order #${order.orderId}, ${order.borrower.schoolName}`}
                hint={`${order.borrower.borrowerName}. ${missingInWords(order)}`}
                checked={!left.has(order.orderId)}
                onChange={({ target }) => leave([order.orderId], !target.checked)}
              />
            </OrderToPack>
          ))}
        </ul>
      </Card>
    </Stack>
  );
}

const papers = [
  { paper: "picks", words: "Pick list" },
  { paper: "slips", words: "Packing slips" },
  { paper: "addresses", words: "Address labels" },
  { paper: "returns", words: "Return labels" },
  { paper: "", words: "Slips and labels" },
] as const;

const templates = addressPapers.map((value) => ({ value, label: labelTemplates[value].name }));

/** Downloads what goes with the packages of these orders, each kind of paper as a PDF. */
function Papers({ ids, hasAddress, shiftOf }: { ids: readonly number[]; hasAddress: boolean; shiftOf: ShiftOf }) {
  const [template, setTemplate] = useState<(typeof addressPapers)[number]>("5163");
  const [startAt, setStartAt] = useState("1");
  const first = Math.min(Math.max(1, Math.floor(Number(startAt)) || 1), labelsOnPage(template));
  const labels = { template, startAt: first, ...shiftOf(template) };
  return (
    <Stack>
      <Row>
        {papers.map(({ paper, words }) => (
          <DownloadButton
            key={paper}
            icon={paper === "picks" ? <ListChecks size={18} /> : <Printer size={18} />}
            disabled={ids.length === 0 || (paper === "returns" && !hasAddress)}
            file={() => call("GET Order/PackingPapers", { query: { ids: ids.join(","), paper, ...labels } })}
            done="PDF downloaded."
          >
            {words}
          </DownloadButton>
        ))}
      </Row>
      <Row align="end">
        <SelectField
          label="Label paper"
          name="template"
          value={template}
          options={templates}
          onChange={({ target }) => setTemplate(addressPapers.find((paper) => paper === target.value) ?? "5163")}
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
    </Stack>
  );
}

function OrderToPack({ order, children }: { order: StaffOrder; children: ReactNode }) {
  return (
    <li className={styles.order}>
      {children}
      <Row>
        <StatusBadge order={order} />
        <Link to={`/admin/editorder/${order.orderId}`}>Pack order #{order.orderId}</Link>
        <OpenCasesNote of={order} />
      </Row>
    </li>
  );
}

function NoAddress() {
  return (
    <Alert tone="warning" title="The library’s postal address is missing">
      Slips and return labels need it. Enter it at <Link to="/admin/sitecontent/contact">Site content</Link>.
    </Alert>
  );
}

function missingInWords(order: StaffOrder): string {
  const missing = missingCopies(order);
  if (missing === 0) return "Everything is checked out.";
  return missing === 1 ? "1 copy to check out." : `${missing} copies to check out.`;
}
