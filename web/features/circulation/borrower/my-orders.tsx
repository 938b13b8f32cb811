import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { ordersOfUserQuery } from "#web/features/circulation/order-queries.ts";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { OrderGroup, OrderGroupSkeleton } from "./order-group.tsx";

/** A borrower's orders in two groups. */
export function MyOrders({ userId }: { userId: number }) {
  const { t } = useLanguage();
  const skeleton = (
    <Stack gap="loose">
      <OrderGroupSkeleton heading={t("Active Orders")} />
      <OrderGroupSkeleton heading={t("Previous Orders")} />
    </Stack>
  );
  return (
    <Fetched query={useQuery(ordersOfUserQuery(userId))} what={t("your orders")} skeleton={skeleton}>
      {({ activeOrders, previousOrders }) => (
        <Stack gap="loose">
          <OrderGroup heading={t("Active Orders")} orders={activeOrders} />
          <OrderGroup heading={t("Previous Orders")} orders={previousOrders} />
        </Stack>
      )}
    </Fetched>
  );
}
