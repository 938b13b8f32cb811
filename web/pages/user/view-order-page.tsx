import { useLanguage } from "#web/language/use-language.ts";
import { userTypes } from "#contract/codes.ts";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "#web/ui/router/router.tsx";
import type { Order } from "#contract/circulation.ts";
import { CategoryBadge } from "#web/features/catalog/category-look.tsx";
import { ItemCover } from "#web/features/catalog/item-cover.tsx";
import { DueHint } from "#web/features/circulation/borrower/due-hint.tsx";
import { OrderedItems } from "#web/features/circulation/borrower/ordered-items.tsx";
import { PurchaseFacts } from "#web/features/circulation/borrower/purchase-facts.tsx";
import { borrowerOrderQuery } from "#web/features/circulation/order-queries.ts";
import { OrderSkeleton } from "#web/features/circulation/order-skeleton.tsx";
import { routeId } from "#web/lib/route-id.ts";
import { useSession } from "#web/lib/session.ts";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";

/** user/vieworder/{orderId}; an Admin may view it too (clarification 1.7). */
export function ViewOrderPage() {
  const orderId = routeId(useParams().id);
  return orderId === undefined ? <Navigate to="/notfound" replace /> : <ViewOrder orderId={orderId} />;
}

function ViewOrder({ orderId }: { orderId: number }) {
  const { t } = useLanguage();
  return (
    <Page heading={t("Order #{id}", { id: orderId })} back={<Back orderId={orderId} />}>
      <Fetched query={useQuery(borrowerOrderQuery(orderId))} what={t("order")} skeleton={<OrderSkeleton />}>
        {(order) => <Purchase order={order} />}
      </Fetched>
    </Page>
  );
}

function Purchase({ order }: { order: Order }) {
  const { t } = useLanguage();
  return (
    <>
      <DueHint order={order} />
      <Card heading={t("Order details")}>
        <PurchaseFacts order={order} />
      </Card>
      <Card heading={t("Items ({n})", { n: order.itemCount })}>
        <OrderedItems
          order={order}
          withSubject
          cover={(item) => <ItemCover item={item} sizes="(min-width: 44rem) 6.5rem, 5rem" />}
          category={({ categoryId, categoryName }) => (
            <CategoryBadge categoryId={categoryId} categoryName={categoryName} />
          )}
        />
      </Card>
    </>
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
