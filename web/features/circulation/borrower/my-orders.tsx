import { useQuery } from "@tanstack/react-query";
import { ordersOfUserQuery } from "#web/features/circulation/order-queries.ts";
import { OrderSkeleton } from "#web/features/circulation/order-skeleton.tsx";
import { ErrorState } from "#web/ui/feedback/empty-state.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { OrderGroup } from "./order-group.tsx";

/** A borrower's orders in two groups. */
export function MyOrders({ userId }: { userId: number }) {
  const { data, isError, isFetching, refetch } = useQuery(ordersOfUserQuery(userId));
  if (!data) return isError ? <ErrorState onRetry={() => void refetch()} retrying={isFetching} /> : <OrderSkeleton />;
  return (
    <Stack gap="loose">
      <OrderGroup heading="Active Orders" orders={data.activeOrders} />
      <OrderGroup heading="Previous Orders" orders={data.previousOrders} />
    </Stack>
  );
}
