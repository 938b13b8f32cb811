import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { BorrowersOrder } from "#contract/orders/orders.ts";
import { userTypes } from "#contract/catalog/codes.ts";
import { ConfirmOrder } from "#web/people/account/confirm-email.tsx";
import { OrderAgain } from "#web/orders/cart/order-again.tsx";
import { CancelOwnOrder, ChangeOwnDays, RemoveTitle, RenewOwn } from "./change-own-order.tsx";
import { OrderedItems } from "./ordered-items.tsx";
import {
  AcceptedTerms,
  DueHint,
  OrderSkeleton,
  PostalAddress,
  StatusBadge,
  TrackingNumber,
  useOrderDays,
} from "#web/orders/order-parts.tsx";
import { borrowerOrderQuery } from "#web/orders/order-queries.ts";
import { isClosed, mayChangeOwn } from "#web/orders/status.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useSession } from "#web/lib/session.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Printer } from "#web/ui/icons.tsx";
import { ArrivalButton, ReturnInstructions, ReturnSlip } from "./return-instructions.tsx";
import { Card } from "#web/ui/card.tsx";
import { Page, Row } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Fetched } from "#web/ui/feedback/loading.tsx";
import { BackLink } from "#web/ui/navigation/links.tsx";
import { DescriptionList } from "#web/ui/data/details.tsx";
import { useParams } from "#web/ui/router.tsx";
import { DateText, formatDay } from "#web/lib/formats.tsx";

/** Shows a borrower's order. An Admin may view it, too (clarification 1.7). */
export function ViewOrderPage() {
  const orderId = Number(useParams().id);
  const { t } = useLanguage();
  const query = useQuery(borrowerOrderQuery(orderId));
  const isBorrower = useSession()?.user.userTypeId === userTypes.user;
  return (
    <Page
      heading={t("Order #{id}", { id: orderId })}
      back={<Back orderId={orderId} />}
      actions={
        query.data && (
          <>
            <Button icon={<Printer size={18} />} onClick={() => window.print()}>
              {t("Print")}
            </Button>
            {isBorrower && <CancelOwnOrder order={query.data} readAt={query.dataUpdatedAt} />}
          </>
        )
      }
    >
      <Fetched query={query} what={t("order")} skeleton={<OrderSkeleton />}>
        {(order) => <Purchase order={order} readAt={query.dataUpdatedAt} />}
      </Fetched>
    </Page>
  );
}

function Purchase({ order, readAt }: { order: BorrowersOrder; readAt: number }) {
  const { t, say } = useLanguage();
  const [isPrinting, setPrinting] = useState(false);
  const days = useOrderDays(order);
  const isBorrower = useSession()?.user.userTypeId === userTypes.user;
  useEffect(() => {
    if (!isPrinting) return undefined;
    const finish = () => setPrinting(false);
    addEventListener("afterprint", finish);
    window.print();
    return () => removeEventListener("afterprint", finish);
  }, [isPrinting]);
  if (isPrinting) return <ReturnSlip order={order} />;
  return (
    <>
      {isBorrower && <ConfirmOrder order={order} />}
      <DueHint order={order} />
      {order.days?.isAtRisk && <AtRisk days={order.days} />}
      <RenewOwn order={order} readAt={readAt} />
      <Card heading={t("Order details")} actions={isBorrower && <ChangeOwnDays order={order} />}>
        <DescriptionList
          items={[
            { term: t("Purchase number"), value: order.orderId },
            {
              term: t("Status"),
              value: (
                <Row>
                  <StatusBadge order={order} />
                  {isBorrower && <ArrivalButton order={order} />}
                </Row>
              ),
            },
            ...(order.arrivedOn ? [{ term: t("It arrived on"), value: <DateText value={order.arrivedOn} /> }] : []),
            ...(order.trackingNumber || !order.hasShipped
              ? [
                  {
                    term: t("Tracking number"),
                    value: order.trackingNumber ? (
                      <TrackingNumber value={order.trackingNumber} />
                    ) : (
                      t("You’ll see it here when it ships.")
                    ),
                  },
                ]
              : []),
            { term: t("Order date"), value: <DateText value={order.orderDate} /> },
            ...days,
            ...(order.returnedAt ? [{ term: t("Returned on"), value: <DateText value={order.returnedAt} /> }] : []),
            ...(order.cancellation
              ? [
                  { term: t("Canceled on"), value: <DateText value={order.cancellation.at} /> },
                  { term: t("Reason"), value: say(order.cancellation.reason) },
                ]
              : []),
            ...(order.terms ? [{ term: t("Terms accepted"), value: <AcceptedTerms {...order.terms} /> }] : []),
            {
              term: order.hasShipped ? t("Shipped to") : t("Ship to"),
              value: <PostalAddress borrower={order.borrower} />,
            },
          ]}
        />
      </Card>
      <ReturnInstructions order={order} mayAct={isBorrower} onPrint={() => setPrinting(true)} />
      {isBorrower && isClosed(order.statusId) && <OrderAgain lines={order.orderItems} />}
      <OrderedItems
        order={order}
        withSubject
        {...(isBorrower &&
          mayChangeOwn(order) &&
          order.orderItems.length > 1 && {
            action: (item) => <RemoveTitle orderId={order.orderId} item={item} />,
          })}
      />
    </>
  );
}

/** Repeats the warning email for borrowers we can't email. */
function AtRisk({ days: { teachFrom, teachTo } }: { days: NonNullable<BorrowersOrder["days"]> }) {
  const { t, code } = useLanguage();
  const days = { from: formatDay(teachFrom, code, true), to: formatDay(teachTo, code, true) };
  return (
    <Alert
      tone="warning"
      title={t("You need this from {from} to {to}, and right now no copy will be back in time.", days)}
    >
      {t("You don’t need to do anything. We’ll keep looking and email you when we find one.")}
    </Alert>
  );
}

function Back({ orderId }: { orderId: number }) {
  const user = useSession()?.user;
  const { t } = useLanguage();
  if (user?.userTypeId === userTypes.admin) {
    return <BackLink to={`/admin/orderdetails/${orderId}`}>{t("Back to the order")}</BackLink>;
  }
  return user ? <BackLink to={`/user/orderlist/${user.userId}`}>{t("Back to your orders")}</BackLink> : null;
}
