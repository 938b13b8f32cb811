import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffOrder } from "#contract/orders/orders.ts";
import { addressPapers } from "#contract/desk/packing.ts";
import { labelsOnPage, labelTemplates } from "#contract/catalog/labels.ts";
import { OpenClaimsNote } from "./claims/claim-parts.tsx";
import { missingCopies } from "./edit-order/order-form-values.ts";
import { StatusBadge, UnconfirmedBadge } from "#web/orders/order-parts.tsx";
import { orderList } from "#web/orders/desk-queries.ts";
import { JustChanged } from "#web/orders/order-details/order-notices.tsx";
import { ordersToPackQuery } from "#web/orders/order-queries.ts";
import styles from "./packing-page.module.css";
import { useSiteConfiguration } from "#web/site/site-queries.ts";
import { storedOffset } from "#web/catalog/labels/offsets.ts";
import { call } from "#web/lib/call.ts";
import { ListChecks, Printer } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/card.tsx";
import { Page, Row, Stack } from "#web/ui/layout.tsx";
import { Alert, EmptyState } from "#web/ui/feedback/notices.tsx";
import { Fetched, SkeletonRows } from "#web/ui/feedback/loading.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { DownloadButton } from "#web/ui/actions/action-button.tsx";
import { BackLink } from "#web/ui/navigation/links.tsx";
import { useMarked } from "#web/ui/data/list.tsx";
import { TextField } from "#web/ui/forms/text-fields.tsx";
import { CheckboxField, SelectField } from "#web/ui/forms/choice-fields.tsx";
import { Link, useLocation, useSearchParams } from "#web/ui/router.tsx";

/** Shows admin/packing. `orders` in the address selects orders other than those waiting to be packed. */
export function PackingPage() {
  const [search] = useSearchParams();
  const ids = search.get("orders") ?? "";
  const configuration = useSiteConfiguration();
  return (
    <Page
      heading="Pack orders"
      lead="Print a pick list, packing slips, and labels for orders waiting to be packed."
      back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}
    >
      <Fetched
        query={useQuery(ordersToPackQuery(ids))}
        what="orders to pack"
        skeleton={<SkeletonRows count={6} height="3.5rem" />}
      >
        {({ data: orders, total, unconfirmed }) => (
          <Stack>
            <JustChanged />
            {orders.length === 0 ? (
              <EmptyState title="Nothing to pack.">New orders appear here.</EmptyState>
            ) : (
              <PackOrders
                key={ids}
                orders={orders}
                total={ids === "" ? total : undefined}
                postalAddress={configuration?.content.contact.postalAddress}
              />
            )}
            {ids !== "" && <Link to="/admin/packing">All orders to pack ({total})</Link>}
            {ids === "" && unconfirmed > 0 && <Unconfirmed count={unconfirmed} />}
          </Stack>
        )}
      </Fetched>
    </Page>
  );
}

function Unconfirmed({ count }: { count: number }) {
  const href = orderList.href({ work: "unconfirmed", sort: "oldest" });
  return (
    <Alert title={count === 1 ? "1 order isn’t listed" : `${count} orders aren’t listed`}>
      {count === 1
        ? "Its borrower hasn’t confirmed their email address yet."
        : "Their borrowers haven’t confirmed their email addresses yet."}{" "}
      You can still pack {count === 1 ? "it" : "one"}: open it from <Link to={href}>Orders</Link>.
    </Alert>
  );
}

type PackOrdersProps = {
  orders: readonly StaffOrder[];
  /** Undefined for selected orders. */ total: number | undefined;
  postalAddress: string | undefined;
};

function PackOrders({ orders, total, postalAddress }: PackOrdersProps) {
  const { marked: excludedIds, mark: exclude } = useMarked();
  const allIds = orders.map(({ orderId }) => orderId);
  const ids = allIds.filter((id) => !excludedIds.has(id));
  const { pathname, search } = useLocation();
  const from = pathname + search;
  return (
    <Stack>
      {postalAddress === "" && (
        <Alert tone="warning" title="The library’s postal address is missing">
          Slips and return labels need it. Enter it at <Link to="/admin/sitecontent/contact">Site content</Link>.
        </Alert>
      )}
      <Card heading={`Print for ${ids.length === 1 ? "1 order" : `${ids.length} orders`}`}>
        <Papers ids={ids} hasAddress={Boolean(postalAddress)} />
      </Card>
      <Card heading={total === undefined ? "Selected orders" : `To pack (${total.toLocaleString("en-US")})`}>
        {orders.length > 1 && (
          <Row>
            <Button size="small" onClick={() => exclude(allIds, false)} disabled={ids.length === orders.length}>
              Select all {orders.length}
            </Button>
            <Button size="small" onClick={() => exclude(allIds, true)} disabled={ids.length === 0}>
              Select none
            </Button>
            {total !== undefined && total > orders.length && <span>Showing the {orders.length} soonest to ship.</span>}
          </Row>
        )}
        <ul className={styles.orders} aria-label="Orders to pack">
          {orders.map((order) => (
            <li key={order.orderId} className={styles.order}>
              <CheckboxField
                label={`Order #${order.orderId}, ${order.borrower.schoolName}`}
                hint={`${order.borrower.borrowerName}. ${missingInWords(order)}`}
                checked={!excludedIds.has(order.orderId)}
                onChange={({ target }) => exclude([order.orderId], !target.checked)}
              />
              <Row>
                <StatusBadge order={order} />
                {!order.borrower.isMailboxConfirmed && <UnconfirmedBadge />}
                <Link to={`/admin/editorder/${order.orderId}`} state={{ from }}>
                  Pack order #{order.orderId}
                </Link>
                <OpenClaimsNote of={order} />
              </Row>
            </li>
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

function Papers({ ids, hasAddress }: { ids: readonly number[]; hasAddress: boolean }) {
  const [template, setTemplate] = useState<(typeof addressPapers)[number]>("5163");
  const [startAt, setStartAt] = useState("1");
  const first = Math.min(Math.max(1, Math.floor(Number(startAt)) || 1), labelsOnPage(template));
  const labels = { template, startAt: first, ...storedOffset(template) };
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

function missingInWords(order: StaffOrder): string {
  const missing = missingCopies(order);
  if (missing === 0) return "Everything is checked out.";
  return missing === 1 ? "1 copy to check out." : `${missing} copies to check out.`;
}
