import { useLanguage } from "#web/language/use-language.ts";
import { Link } from "#web/ui/router/router.tsx";
import type { OrderSummary } from "#contract/circulation.ts";
import { messages } from "#contract/specified-messages.ts";
import { titlesInShort } from "#web/features/circulation/order-list/titles-in-short.ts";
import { StatusBadge } from "#web/features/circulation/status/status-badge.tsx";
import { TrackingNumber } from "#web/features/circulation/tracking/tracking-number.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { DescriptionList } from "#web/ui/data/description-list.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { DueHint } from "./due-hint.tsx";
import styles from "./order-group.module.css";

/** One group of a borrower's orders: a heading and a card per order. */
export function OrderGroup({ heading, orders }: { heading: string; orders: readonly OrderSummary[] }) {
  const { t } = useLanguage();
  return (
    <section className={styles.group} aria-label={heading}>
      <h2>{heading}</h2>
      {orders.length === 0 ? (
        <p className={styles.none}>{t(messages.empty.orders)}</p>
      ) : (
        <ul className={styles.cards}>
          {orders.map((order) => (
            <li key={order.orderId}>
              <OrderCard order={order} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The skeleton of a group with one order. */
export function OrderGroupSkeleton({ heading }: { heading: string }) {
  const { t } = useLanguage();
  const place = <Skeleton width="6rem" height="1.2em" />;
  return (
    <section className={styles.group} aria-label={heading}>
      <h2>{heading}</h2>
      <div className={styles.card}>
        <div className={styles.head}>
          <Skeleton width="8rem" height="1.9rem" />
        </div>
        <Skeleton width="20rem" height="1.5em" />
        <DescriptionList
          layout="columns"
          items={(["Ordered", "Items", "Tracking number", "Due back"] as const).map((term) => ({
            term: t(term),
            value: place,
          }))}
        />
      </div>
    </section>
  );
}

function OrderCard({ order }: { order: OrderSummary }) {
  const { t } = useLanguage();
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <h3>
          <Link to={`/user/vieworder/${order.orderId}`} className={styles.link}>
            {t("Order #{id}", { id: order.orderId })}
          </Link>
        </h3>
        <StatusBadge order={order} />
      </div>
      <p className={styles.titles}>{titlesInShort(order.itemTitles)}</p>
      <DescriptionList
        layout="columns"
        items={[
          { term: t("Ordered"), value: <DateText value={order.orderDate} /> },
          { term: t("Items"), value: order.itemCount },
          { term: t("Tracking number"), value: <TrackingNumber value={order.trackingNumber} /> },
          { term: t("Due back"), value: <DateText value={order.returnDate} /> },
        ]}
      />
      <DueHint order={order} />
    </article>
  );
}
