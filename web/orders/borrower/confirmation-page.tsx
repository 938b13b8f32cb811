import { useQuery } from "@tanstack/react-query";
import type { BorrowersOrder } from "#contract/orders/orders.ts";
import { statuses } from "#contract/catalog/codes.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { ConfirmOrder } from "#web/people/account/confirm-email.tsx";
import { cartCountQuery } from "#web/orders/cart/cart-queries.ts";
import { OrderedItems } from "./ordered-items.tsx";
import { OrderSkeleton, PostalAddress, StatusBadge, useOrderDays } from "#web/orders/order-parts.tsx";
import { borrowerOrderQuery } from "#web/orders/order-queries.ts";
import { useSiteConfiguration } from "#web/site/site-queries.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { cartIdentifier, useSession } from "#web/lib/session.ts";
import { sendsMail } from "#web/lib/site.ts";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Page, Row } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Fetched } from "#web/ui/feedback/loading.tsx";
import { DescriptionList } from "#web/ui/data/details.tsx";
import { useParams } from "#web/ui/router.tsx";
import { DateText } from "#web/lib/formats.tsx";

export function ConfirmationPage() {
  const orderId = Number(useParams().id);
  const { t } = useLanguage();
  return (
    <Page heading={t(messages.done.thankYou)}>
      <Fetched query={useQuery(borrowerOrderQuery(orderId))} what={t("order")} skeleton={<OrderSkeleton />}>
        {(order) => <PlacedOrder order={order} />}
      </Fetched>
    </Page>
  );
}

function PlacedOrder({ order }: { order: BorrowersOrder }) {
  const { t } = useLanguage();
  const userId = useSession()?.user.userId;
  const loanDays = useSiteConfiguration()?.loanDays;
  const days = useOrderDays(order);
  const hasRest = (useQuery(cartCountQuery(cartIdentifier())).data?.cartCount ?? 0) > 0;
  return (
    <>
      {order.statusId === statuses.new ? (
        <Alert tone="success" title={t("Your order is placed and in the queue.")}>
          <p>
            {order.days
              ? t("We’ll ship it in time for your dates. You can find its status and tracking number in your orders.")
              : t("We’ll pack it as soon as we can. You can find its status and tracking number in your orders.")}
          </p>
          {order.confirmBy === null && sendsMail() && (
            <p>{t("We’re emailing your order details to {address}.", { address: order.borrower.emailAddress })}</p>
          )}
          {loanDays !== undefined && !order.days && (
            <p>{t("We need it back {n} days after it ships.", { n: loanDays })}</p>
          )}
        </Alert>
      ) : (
        <Alert title={t("This page confirms an earlier order.")}>
          <StatusBadge order={order} />
        </Alert>
      )}
      <ConfirmOrder order={order} />
      <Card heading={t("Order #{id}", { id: order.orderId })}>
        <DescriptionList
          items={[
            { term: t("Order date"), value: <DateText value={order.orderDate} /> },
            ...days,
            {
              term: order.hasShipped ? t("Shipped to") : t("Ship to"),
              value: <PostalAddress borrower={order.borrower} />,
            },
          ]}
        />
      </Card>
      <OrderedItems order={order} />
      <div data-screen-only>
        <Row>
          {userId !== undefined && (
            <ButtonLink to={`/user/orderlist/${userId}`} look="primary">
              {t("Your orders")}
            </ButtonLink>
          )}
          {hasRest && <ButtonLink to="/user/cartitems">{t("Order the rest of your cart")}</ButtonLink>}
          <ButtonLink to="/user/inventories">{t("Back to the inventory")}</ButtonLink>
        </Row>
      </div>
    </>
  );
}
