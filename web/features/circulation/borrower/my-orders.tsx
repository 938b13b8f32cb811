import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { ordersOfUserQuery } from "#web/features/circulation/order-queries.ts";
import { ErrorState } from "#web/ui/feedback/empty-state.tsx";
import { Awaiting } from "#web/ui/feedback/skeleton.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { OrderGroup, OrderGroupSkeleton } from "./order-group.tsx";

/** A borrower's orders in two groups. */
export function MyOrders({ userId }: { userId: number }) {
  const { t } = useLanguage();
  const { data, isError, isFetching, refetch } = useQuery(ordersOfUserQuery(userId));
  if (!data && isError) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) {
    return (
      <Awaiting what={t("your orders")}>
        <Stack gap="loose">
          <OrderGroupSkeleton heading={t("Active Orders")} />
          <OrderGroupSkeleton heading={t("Previous Orders")} />
        </Stack>
      </Awaiting>
    );
  }
  return (
    <Stack gap="loose">
      <OrderGroup heading={t("Active Orders")} orders={data.activeOrders} />
      <OrderGroup heading={t("Previous Orders")} orders={data.previousOrders} />
    </Stack>
  );
}
