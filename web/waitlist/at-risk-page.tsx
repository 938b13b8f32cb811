import type { OrderAtRisk } from "#contract/waitlist/reservations.ts";
import { ordersAtRisk } from "#web/orders/desk-queries.ts";
import { OrderLink, TitleLink } from "#web/orders/order-parts.tsx";
import { reasonWords } from "#web/orders/stock-reasons.tsx";
import { List } from "#web/ui/data/list.tsx";
import { CircleCheck } from "#web/ui/icons.tsx";
import { copyName, formatDay, formatTime, machineDay } from "#web/lib/formats.tsx";
import { Card } from "#web/ui/card.tsx";
import { Page, Stack } from "#web/ui/layout.tsx";

export function AtRiskPage() {
  return (
    <Page
      heading="Orders that may miss their dates"
      lead="Orders that are short a copy, and what would help. The next to ship come first."
    >
      <List
        of={ordersAtRisk}
        name="orders at risk"
        rowHeight="12rem"
        cards={(orders: readonly OrderAtRisk[]) => (
          <Stack>
            {orders.map((order) => (
              <AtRisk key={order.orderId} order={order} />
            ))}
          </Stack>
        )}
        emptyTitle="No orders are at risk."
        empty="Orders appear here when no copy is available for their dates."
        emptyIcon={<CircleCheck size={28} />}
      />
    </Page>
  );
}

const dates = (from: string, to: string) => (from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`);

function AtRisk({ order }: { order: OrderAtRisk }) {
  const { orderId, borrowerName, schoolName, shipBy, teachFrom, teachTo, titles, other } = order;
  return (
    <Card
      heading={`Order #${orderId}: ${borrowerName}, ${schoolName}`}
      actions={<OrderLink orderId={orderId}>Open order</OrderLink>}
    >
      <Stack>
        <p>
          {teachFrom && teachTo && shipBy
            ? `For class ${dates(teachFrom, teachTo)}. Ship by ${formatDay(shipBy)}.`
            : "Needed right away, without dates."}{" "}
          {teachFrom && emailStatus(order)}
        </p>
        {titles.map((title) => (
          <Help key={title.inventoryId} title={title} />
        ))}
        {other.length > 0 && (
          <p>The whole order is available for {other.map(({ from, to }) => dates(from, to)).join(", or for ")}.</p>
        )}
      </Stack>
    </Card>
  );
}

function emailStatus({ emailedAt, isReached }: OrderAtRisk): string {
  if (!isReached) return "We can’t email this borrower. Please call.";
  if (emailedAt === null) return "We’ll email the borrower if this isn’t resolved soon.";
  return `We emailed the borrower on ${formatDay(machineDay(emailedAt) ?? "")}, ${formatTime(emailedAt)}.`;
}

function Help({ title }: { title: OrderAtRisk["titles"][number] }) {
  const { missing, quantity, out, waiting, unavailable } = title;
  return (
    <section aria-label={title.title}>
      <h3>
        <TitleLink of={title} />
      </h3>
      <p>
        {quantity === 1 ? "No copy is available." : `${missing} of ${quantity} copies aren’t available.`} What would
        help:
      </p>
      <ul>
        {out.map((copy) => (
          <li key={copyName(copy)}>{askEarly(copy)}</li>
        ))}
        {waiting.map(({ orderId, schoolName }) => (
          <li key={orderId}>
            <OrderLink orderId={orderId} /> ({schoolName}) has no dates and could wait.
          </li>
        ))}
        {unavailable.map(({ reason, count }) => (
          <li key={reason}>
            {reasonWords[reason]}: {count === 1 ? "1 copy" : `${count} copies`}.
          </li>
        ))}
        <li>A new copy of this title.</li>
      </ul>
    </section>
  );
}

type CopyOut = OrderAtRisk["titles"][number]["out"][number];

function askEarly(copy: CopyOut): string {
  const { schoolName, returnDate, isLate, isRenewed } = copy;
  const due =
    returnDate === null
      ? `is at ${schoolName} without a due date`
      : `is due back ${formatDay(returnDate)} from ${schoolName}`;
  const details = [...(isLate ? ["late"] : []), ...(isRenewed ? ["renewed"] : [])];
  return `${copyName(copy)} ${due}${details.length > 0 ? ` (${details.join(", ")})` : ""}. Ask for it early.`;
}
