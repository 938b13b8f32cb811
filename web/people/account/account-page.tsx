import { useQuery, useQueryClient } from "@tanstack/react-query";
import { isOnTheWayBack } from "#contract/orders/on-the-way-back.ts";
import type { OwnOrderSummary } from "#contract/orders/orders.ts";
import { statuses } from "#contract/catalog/codes.ts";
import { AccountCard, AccountCardSkeleton } from "./account-card.tsx";
import { ConfirmEmail } from "./confirm-email.tsx";
import { borrowerQuery, ownSessionsQuery } from "#web/people/accounts-queries.ts";
import { SessionTable } from "#web/people/session-table.tsx";
import { logOut } from "#web/people/login/log-out.ts";
import { cartCountQuery } from "#web/orders/cart/cart-queries.ts";
import { OwnClaims } from "#web/orders/borrower/own-claims.tsx";
import styles from "#web/orders/borrower/own-loans.module.css";
import { StatusBadge, TitleSummary, TrackingNumber } from "#web/orders/order-parts.tsx";
import { ordersOfUserQuery } from "#web/orders/order-queries.ts";
import { daysOverdue, isToMailBack, mailBackInWords, today } from "#web/orders/status.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { cartIdentifier } from "#web/lib/session.ts";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { OwnEntries } from "#web/waitlist/own-entries.tsx";
import { Card } from "#web/ui/card.tsx";
import { Page, Stack } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Fetched, Skeleton, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { Link, useNavigate, useParams } from "#web/ui/router.tsx";
import { DateText } from "#web/lib/formats.tsx";

export function AccountPage() {
  const { id = "" } = useParams();
  const { t } = useLanguage();
  const query = useQuery(borrowerQuery(id));
  const cartCount = useQuery(cartCountQuery(cartIdentifier())).data?.cartCount ?? 0;
  return (
    <Page
      heading={query.data ? t("Welcome back {name}!", { name: query.data.borrowerName }) : t("Your account")}
      documentTitle={t("Your account")}
      actions={
        cartCount > 0 && (
          <ButtonLink look="primary" to="/user/cartitems">
            {t("Continue to your cart ({n})", { n: cartCount })}
          </ButtonLink>
        )
      }
    >
      <Fetched query={query} what={t("your account")} skeleton={<AccountCardSkeleton />}>
        {(borrower) => (
          <Stack>
            {borrower.blockReason !== "" && <BlockedAlert because={borrower.blockReason} />}
            {!borrower.isMailboxConfirmed && <ConfirmEmail emailAddress={borrower.emailAddress} />}
            <OwnEntries of="held" />
            <OwnClaims />
            <Card heading={t("Current loans")}>
              <CurrentLoans userId={Number(id)} />
            </Card>
            <OwnEntries of="waiting" />
            <Card heading={<Link to={`/user/orderlist/${id}`}>{t("View Order History")}</Link>}>
              <p>{t("See your past orders, and order the same items again.")}</p>
            </Card>
            <AccountCard key={id} borrower={borrower} />
          </Stack>
        )}
      </Fetched>
      <OwnSessions />
    </Page>
  );
}

function BlockedAlert({ because }: { because: string }) {
  const { t } = useLanguage();
  return (
    <Alert tone="warning" title={t("You can’t place orders right now")}>
      <p>{because}</p>
      <p>{t("You can still see and return your current loans. Please write to us if you have a question.")}</p>
    </Alert>
  );
}

function OwnSessions() {
  const { t } = useLanguage();
  const client = useQueryClient();
  const navigate = useNavigate();
  const logOutEverywhere = (
    <ActionButton
      size="small"
      action={() => call("POST Account/LogOutEverywhere", {})}
      onDone={() => {
        void navigate("/user/login");
        void logOut(client);
      }}
    >
      {t("Log out everywhere")}
    </ActionButton>
  );
  return (
    <Card heading={t("Your logins")} actions={logOutEverywhere}>
      <p>{t("Don’t recognize one? Log it out and change your password.")}</p>
      <Fetched query={useQuery(ownSessionsQuery)} what={t("your logins")} skeleton={<SkeletonLines lines={3} />}>
        {(sessions) => (
          <SessionTable
            caption={t("Your logins")}
            sessions={sessions}
            end={(sessionNumber) => call("POST Account/EndSession/{sessionNumber}", { params: { sessionNumber } })}
            changes={["accounts"]}
          />
        )}
      </Fetched>
    </Card>
  );
}

const maxShown = 10;

function CurrentLoans({ userId }: { userId: number }) {
  const { t } = useLanguage();
  return (
    <Fetched query={useQuery(ordersOfUserQuery(userId))} what={t("your orders")} skeleton={<Skeleton height="6rem" />}>
      {({ activeOrders }) => <ActiveOrders orders={activeOrders} />}
    </Fetched>
  );
}

function ActiveOrders({ orders }: { orders: readonly OwnOrderSummary[] }) {
  const { t } = useLanguage();
  const shipped = orders.filter(({ statusId }) => statusId === statuses.shipped).toSorted(byDueDay);
  const isBack = ({ sentBackOn }: OwnOrderSummary) => isOnTheWayBack(sentBackOn, today());
  const current = shipped.filter((order) => !isBack(order));
  const back = shipped.filter(isBack);
  const inPreparation = orders.filter(({ statusId }) => statusId !== statuses.shipped);
  if (orders.length === 0) return <p>{t("You have nothing on loan, and nothing is on its way.")}</p>;
  return (
    <Stack>
      {current.length > 0 && <Group heading={t("On loan or on the way")} orders={current} />}
      {inPreparation.length > 0 && <Group heading={t("Being prepared")} orders={inPreparation} />}
      {back.length > 0 && <Group heading={t("On its way back")} orders={back} />}
    </Stack>
  );
}

const byDueDay = (a: OwnOrderSummary, b: OwnOrderSummary) =>
  (a.returnDate ?? "9999").localeCompare(b.returnDate ?? "9999") || a.orderId - b.orderId;

function Group({ heading, orders }: { heading: string; orders: readonly OwnOrderSummary[] }) {
  const { t } = useLanguage();
  return (
    <section className={styles.group}>
      <h3 className={styles.heading}>{heading}</h3>
      <ul className={styles.orders}>
        {orders.slice(0, maxShown).map((order) => (
          <li key={order.orderId} className={styles.order}>
            <Link to={`/user/vieworder/${order.orderId}`} className={styles.link}>
              {t("Order #{id}", { id: order.orderId })}
            </Link>
            <p className={styles.titles}>
              <TitleSummary of={order} />
            </p>
            <Due order={order} />
          </li>
        ))}
      </ul>
      {orders.length > maxShown && <p>{t("And {n} more in your order history.", { n: orders.length - maxShown })}</p>}
    </section>
  );
}

function Due({ order }: { order: OwnOrderSummary }) {
  const { t, code } = useLanguage();
  if (order.statusId !== statuses.shipped) return <StatusBadge order={order} />;
  const late = daysOverdue(order);
  return (
    <p className={late > 0 ? styles.late : undefined}>
      {order.back && isToMailBack(order) && mailBackInWords(order.back, { t, code })}
      {order.returnDate && !isToMailBack(order) && (
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

// screen readers would say "middle dot"
const dot = <span aria-hidden="true"> · </span>;
