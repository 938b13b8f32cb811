import { CircleCheck, Clock, PackageOpen, Sparkles, Truck } from "#web/ui/icons.tsx";
import { useState } from "react";
import { Link } from "#web/ui/router/router.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { Badge } from "#web/ui/data/badge.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { DescriptionList } from "#web/ui/data/description-list.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { QrCode } from "#web/ui/data/qr-code.tsx";
import { Table } from "#web/ui/data/table.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { EmptyState, ErrorState } from "#web/ui/feedback/empty-state.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Spinner } from "#web/ui/feedback/progress-line.tsx";
import { Awaiting, SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Breadcrumb } from "#web/ui/navigation/back-link.tsx";
import { BackToList } from "#web/ui/navigation/back-to-list.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

const orders = [
  {
    id: 1041,
    name: "Ana María Fernández-Guerra",
    school: "Rosa Parks Elementary",
    date: "2026-03-04",
    items: 12,
    at: 0,
  },
  { id: 1040, name: "J. Li", school: "Lincoln High", date: "2026-03-03", items: 1, at: 1 },
  {
    id: 1039,
    name: "Bartholomew Featherstonehaugh-Cholmondeley",
    school: "San Luis Obispo County",
    date: "2026-02-27",
    items: 5,
    at: 2,
  },
  { id: 1038, name: "Mia Kowalski", school: "Ocean View Middle", date: "2026-02-20", items: 3, at: 3 },
];
const states = [
  { tone: "info", label: "New", Icon: Sparkles },
  { tone: "warning", label: "Processing", Icon: Clock },
  { tone: "primary", label: "Shipped", Icon: Truck },
  { tone: "success", label: "Returned", Icon: CircleCheck },
] as const;

function Status({ at }: { at: number }) {
  const state = states[at] ?? states[0];
  return (
    <Badge tone={state.tone} icon={<state.Icon size={15} />}>
      {state.label}
    </Badge>
  );
}

const answered = {
  data: { total: 24 },
  isError: false,
  isPlaceholderData: false,
  refetch: async () => undefined,
};

function ShownQueries() {
  return (
    <>
      <Fetched query={{ ...answered, isError: true }} what="orders" skeleton={<SkeletonLines />}>
        {({ total }) => <p>{total} orders</p>}
      </Fetched>
      <PagedList
        query={answered}
        what="orders"
        page={2}
        pageSize={10}
        hrefFor={(page) => `?page=${page}`}
        label="Pages of orders"
        rowHeight="3rem"
      >
        {({ total }) => <p>{total} orders</p>}
      </PagedList>
      <BackToList path="/admin/orderlist">Back to Orders</BackToList>
    </>
  );
}

export function ShownData() {
  const [open, setOpen] = useState(false);
  return (
    <Stack gap="loose">
      <Breadcrumb crumbs={[{ label: "Orders", to: "/admin/orderlist" }, { label: "Order 1041" }]} />
      <Table
        caption="Orders"
        rows={orders}
        rowKey={(order) => order.id}
        columns={[
          {
            head: "Order",
            names: true,
            cell: (order) => (
              <Link data-row-link to={`/o/${order.id}`}>
                {order.id}
              </Link>
            ),
          },
          { head: "Borrower", cell: (order) => order.name },
          { head: "School", cell: (order) => order.school },
          { head: "Ordered", cell: (order) => <DateText value={order.date} /> },
          { head: "Items", number: true, cell: (order) => order.items },
          { head: "Status", cell: (order) => <Status at={order.at} /> },
          { head: "Edit", headHidden: true, cell: () => <Button size="small">Edit</Button> },
        ]}
      />
      <Card heading="Personal information" actions={<Button size="small">Edit</Button>}>
        <DescriptionList
          items={[
            { term: "Full name", value: "Ana María Fernández-Guerra" },
            { term: "School", value: "Rosa Parks Elementary" },
            { term: "Phone", value: "" },
          ]}
        />
        <QrCode text="B42 1" name="The code of copy 1" size={112} />
      </Card>
      <Alert>Your order is placed and in the queue.</Alert>
      <Alert tone="success">Item Saved.</Alert>
      <Alert tone="warning">This label is out of date.</Alert>
      <Alert tone="error" title="Please correct the invalid fields.">
        This reset link is no longer valid.
      </Alert>
      <EmptyState
        title="No orders to display."
        icon={<PackageOpen size={28} />}
        actions={<Button>Browse the inventory</Button>}
      >
        What you order appears here, with its way to your school.
      </EmptyState>
      <ErrorState onRetry={() => undefined} />
      <ShownQueries />
      <Awaiting what="orders">
        <SkeletonLines />
      </Awaiting>
      <Spinner />
      <Button onClick={() => setOpen(true)}>Terms and Responsibilities</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Terms and Responsibilities"
        width="wide"
        actions={
          <Button look="primary" onClick={() => setOpen(false)}>
            Close
          </Button>
        }
      >
        {Array.from({ length: 14 }, (_, at) => (
          <p key={at}>
            Please take good care of the materials and return them on or before the return date, insured and by a
            traceable carrier.
          </p>
        ))}
      </Dialog>
    </Stack>
  );
}
