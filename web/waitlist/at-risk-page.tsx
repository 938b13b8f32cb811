import { useQuery } from "@tanstack/react-query";
import { type OrderAtRisk, risksOnAPage } from "#contract/waitlist/reservations.ts";
import { riskFilters, risksQuery } from "#web/orders/desk-queries.ts";
import { OrderLink, TitleLink } from "#web/orders/order-parts.tsx";
import { reasonWords } from "#web/orders/stock-reasons.tsx";
import { copyName } from "#web/lib/copy-name.ts";
import { formatDay, formatTime, machineDay } from "#web/lib/dates.ts";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { CircleCheck } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";

export function AtRiskPage() {
  const { filters } = useFilters(riskFilters);
  return (
    <Page
      heading="Promised days at risk"
      lead="Orders that miss a copy, and what would help. What leaves first is at the top."
      back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}
    >
      <PagedList
        query={useQuery(risksQuery(filters.page))}
        what="the orders at risk"
        page={filters.page}
        pageSize={risksOnAPage}
        rowHeight="12rem"
        label="Pages of orders at risk"
        hrefFor={(page) => riskFilters.href({ page })}
        empty={
          <EmptyState title="Nothing is at risk." icon={<CircleCheck size={28} />}>
            An order appears here when no copy is left for its days.
          </EmptyState>
        }
      >
        {({ data }) => (
          <Stack>
            {data.map((order) => (
              <AtRisk key={order.orderId} order={order} />
            ))}
          </Stack>
        )}
      </PagedList>
    </Page>
  );
}

const days = (from: string, to: string) => (from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`);

function AtRisk({ order }: { order: OrderAtRisk }) {
  const { orderId, borrowerName, schoolName, leavesBy, teachFrom, teachTo, titles, other } = order;
  return (
    <Card
      heading={`Order #${orderId}: ${borrowerName}, ${schoolName}`}
      actions={<Link to={`/admin/orderdetails/${orderId}`}>Open order #{orderId}</Link>}
    >
      <Stack>
        <p>
          {teachFrom && teachTo && leavesBy
            ? `Teaches ${days(teachFrom, teachTo)}; leaves by ${formatDay(leavesBy)}.`
            : "An order for now, without days."}{" "}
          {teachFrom && wordOf(order)}
        </p>
        {titles.map((title) => (
          <Help key={title.inventoryId} title={title} />
        ))}
        {other.length > 0 && (
          <p>The whole order has room on {other.map(({ from, to }) => days(from, to)).join(", or on ")}.</p>
        )}
      </Stack>
    </Card>
  );
}

function wordOf({ toldAt, isReached }: OrderAtRisk): string {
  if (!isReached) return "No email reaches the borrower: please call.";
  if (toldAt === null) return "The borrower gets an email when this lasts.";
  return `The borrower got an email on ${formatDay(machineDay(toldAt) ?? "")}, ${formatTime(toldAt)}.`;
}

function Help({ title }: { title: OrderAtRisk["titles"][number] }) {
  const { missing, quantity, out, waiting, aside } = title;
  return (
    <section aria-label={title.title}>
      <h3>
        <TitleLink of={title} />
      </h3>
      <p>
        {quantity === 1 ? "Its copy is missing." : `${missing} of ${quantity} copies are missing.`} What would help:
      </p>
      <ul>
        {out.map((copy) => (
          <li key={copyName(copy)}>{backInTime(copy)}</li>
        ))}
        {waiting.map(({ orderId, schoolName }) => (
          <li key={orderId}>
            <OrderLink orderId={orderId} /> ({schoolName}) has no days and could wait.
          </li>
        ))}
        {aside.map(({ reason, count }) => (
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

function backInTime(copy: CopyOut): string {
  const { schoolName, returnDate, isLate, isRenewed } = copy;
  const due = returnDate === null ? "is out without a due date" : `is due back ${formatDay(returnDate)}`;
  const more = [...(isLate ? ["late"] : []), ...(isRenewed ? ["renewed"] : [])];
  return `${copyName(copy)} ${due} from ${schoolName}${more.length > 0 ? ` (${more.join(", ")})` : ""}: ask for it early.`;
}
