import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { OwnOrderSummary } from "#contract/orders/orders.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { DueHint, StatusBadge, TitleSummary, TrackingNumber } from "#web/orders/order-parts.tsx";
import { ordersOfUserQuery } from "#web/orders/order-queries.ts";
import { isToMailBack, mailBackInWords } from "#web/orders/status.ts";
import { useLanguage } from "#web/language/use-language.ts";
import styles from "./order-list-page.module.css";
import { Page, Stack } from "#web/ui/layout.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { BackLink } from "#web/ui/navigation/links.tsx";
import { DescriptionList } from "#web/ui/data/details.tsx";
import { Link, useParams } from "#web/ui/router.tsx";
import { DateText } from "#web/lib/formats.tsx";

export function UserOrderListPage() {
  const userId = Number(useParams().id);
  const { t } = useLanguage();
  return (
    <Page
      heading={t("Your orders")}
      back={<BackLink to={`/user/account/${userId}`}>{t("Back to your account")}</BackLink>}
    >
      <Fetched
        query={useQuery(ordersOfUserQuery(userId))}
        what={t("your orders")}
        skeleton={<Groups active={<OrderCardSkeleton />} previous={<OrderCardSkeleton />} />}
      >
        {({ activeOrders, previousOrders }) => (
          <Groups active={<OrderCards orders={activeOrders} />} previous={<OrderCards orders={previousOrders} />} />
        )}
      </Fetched>
    </Page>
  );
}

function Groups({ active, previous }: { active: ReactNode; previous: ReactNode }) {
  const { t } = useLanguage();
  return (
    <Stack gap="loose">
      <Group heading={t("Active Orders")}>{active}</Group>
      <Group heading={t("Previous Orders")}>{previous}</Group>
    </Stack>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className={styles.group} aria-label={heading}>
      <h2>{heading}</h2>
      {children}
    </section>
  );
}

function OrderCards({ orders }: { orders: readonly OwnOrderSummary[] }) {
  const { t } = useLanguage();
  if (orders.length === 0) return <p className={styles.none}>{t(messages.empty.orders)}</p>;
  return (
    <ul className={styles.cards}>
      {orders.map((order) => (
        <li key={order.orderId}>
          <OrderCard order={order} />
        </li>
      ))}
    </ul>
  );
}

function OrderCard({ order }: { order: OwnOrderSummary }) {
  const { t, code } = useLanguage();
  const due = order.returnDate ?? order.days?.dueBy;
  const back =
    order.back && isToMailBack(order) ? mailBackInWords(order.back, { t, code }) : due && <DateText value={due} />;
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
      <p className={styles.titles}>
        <TitleSummary of={order} />
      </p>
      <DescriptionList
        layout="columns"
        items={[
          { term: t("Ordered"), value: <DateText value={order.orderDate} /> },
          { term: t("Items"), value: order.itemCount },
          ...(order.trackingNumber
            ? [{ term: t("Tracking number"), value: <TrackingNumber value={order.trackingNumber} /> }]
            : []),
          ...(back ? [{ term: t("Due back"), value: back }] : []),
        ]}
      />
      <DueHint order={order} />
    </article>
  );
}

function OrderCardSkeleton() {
  const { t } = useLanguage();
  const terms = ["Ordered", "Items", "Tracking number", "Due back"] as const;
  const placeholder = <Skeleton width="6rem" height="1.2em" />;
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <Skeleton width="8rem" height="1.9rem" />
      </div>
      <Skeleton width="20rem" height="1.5em" />
      <DescriptionList layout="columns" items={terms.map((term) => ({ term: t(term), value: placeholder }))} />
    </div>
  );
}
