import { useQuery } from "@tanstack/react-query";
import { isOnTheWayBack } from "#contract/borrowers/way-back.ts";
import type { OrderSummary } from "#contract/circulation.ts";
import { statuses } from "#contract/codes.ts";
import { ordersOfUserQuery } from "#web/features/circulation/order-queries.ts";
import { daysOverdue, today } from "#web/features/circulation/status/due.ts";
import { StatusBadge } from "#web/features/circulation/status/status-badge.tsx";
import { TitlesInShort } from "#web/features/circulation/titles-in-short.tsx";
import { TrackingNumber } from "#web/features/circulation/tracking/tracking-number.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { DateText } from "#web/ui/data/date-text.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Link } from "#web/ui/router/router.tsx";
import styles from "./with-me.module.css";

const mostShown = 10;

/** What a borrower has and when it is due, the longest late first; then what they mailed back, and what is being prepared. */
export function WithMe({ userId }: { userId: number }) {
  const { t } = useLanguage();
  return (
    <Fetched query={useQuery(ordersOfUserQuery(userId))} what={t("your orders")} skeleton={<Skeleton height="6rem" />}>
      {({ activeOrders }) => <Active orders={activeOrders} />}
    </Fetched>
  );
}

function Active({ orders }: { orders: readonly OrderSummary[] }) {
  const { t } = useLanguage();
  const shipped = orders.filter(({ statusId }) => statusId === statuses.shipped).toSorted(byDueDay);
  const isBack = ({ sentBackOn }: OrderSummary) => isOnTheWayBack(sentBackOn, today());
  const out = shipped.filter((order) => !isBack(order));
  const back = shipped.filter(isBack);
  const waiting = orders.filter(({ statusId }) => statusId !== statuses.shipped);
  if (orders.length === 0) return <p>{t("You have nothing on loan, and nothing is on its way.")}</p>;
  return (
    <Stack>
      {out.length > 0 && <Group heading={t("With you or on its way to you")} orders={out} />}
      {back.length > 0 && <Group heading={t("On its way back")} orders={back} />}
      {waiting.length > 0 && <Group heading={t("Being prepared")} orders={waiting} />}
    </Stack>
  );
}

/** Without a due day comes last. */
const byDueDay = (a: OrderSummary, b: OrderSummary) =>
  (a.returnDate ?? "9999").localeCompare(b.returnDate ?? "9999") || a.orderId - b.orderId;

function Group({ heading, orders }: { heading: string; orders: readonly OrderSummary[] }) {
  const { t } = useLanguage();
  return (
    <section className={styles.group}>
      <h3 className={styles.heading}>{heading}</h3>
      <ul className={styles.orders}>
        {orders.slice(0, mostShown).map((order) => (
          <li key={order.orderId} className={styles.order}>
            <Link to={`/user/vieworder/${order.orderId}`} className={styles.link}>
              {t("Order #{id}", { id: order.orderId })}
            </Link>
            <p className={styles.titles}>
              <TitlesInShort of={order} />
            </p>
            <Due order={order} />
          </li>
        ))}
      </ul>
      {orders.length > mostShown && <p>{t("And {n} more in your order history.", { n: orders.length - mostShown })}</p>}
    </section>
  );
}

function Due({ order }: { order: OrderSummary }) {
  const { t } = useLanguage();
  if (order.statusId !== statuses.shipped) return <StatusBadge order={order} />;
  const late = daysOverdue(order);
  return (
    <p className={late > 0 ? styles.late : undefined}>
      {order.returnDate && (
        <>
          {t("Due back")} <DateText value={order.returnDate} />
          {late > 0 && (
            <>
              {dot}
              {late === 1 ? t("1 day overdue") : t("{n} days overdue", { n: late })}
            </>
          )}
          {order.sentBackOn && (
            <>
              {dot}
              {t("You mailed it back")} <DateText value={order.sentBackOn} inSentence />
            </>
          )}
        </>
      )}
      {order.trackingNumber !== "" && (
        <span className={styles.tracking}>
          {t("Tracking number")} <TrackingNumber value={order.trackingNumber} />
        </span>
      )}
    </p>
  );
}

// read aloud, it is "middle dot"
const dot = <span aria-hidden="true"> · </span>;
