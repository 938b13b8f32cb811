import { useQuery } from "@tanstack/react-query";
import { type OrderAtRisk, risksOnAPage } from "#contract/borrowers/promises.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { formatDay, formatTime, machineDay } from "#web/lib/dates.ts";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { CircleCheck } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";
import { copyName } from "../order-details/copy-name.ts";
import { reasonWords } from "../reasons/reason-words.ts";
import { riskFilters, risksQuery } from "./promise-queries.ts";

/** Orders that miss a copy, with what would help each. */
export function RiskList() {
  const { filters } = useFilters(riskFilters);
  return (
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

/** What the borrower knows of it. */
function wordOf({ toldAt, isReached }: OrderAtRisk): string {
  if (!isReached) return "No email reaches the borrower: please call.";
  if (toldAt === null) return "The borrower gets an email when this lasts.";
  return `The borrower got an email on ${formatDay(machineDay(toldAt) ?? "")}, ${formatTime(toldAt)}.`;
}

function Help({ title }: { title: OrderAtRisk["titles"][number] }) {
  const { inventoryId, missing, quantity, out, waiting, aside } = title;
  return (
    <section aria-label={title.title}>
      <h3>
        <Link to={`/admin/viewitem/${inventoryId}`}>
          <TitleText of={title} />
        </Link>
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
            <Link to={`/admin/orderdetails/${orderId}`}>Order #{orderId}</Link> ({schoolName}) has no days and could
            wait.
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
