import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "#web/ui/icons.tsx";
import { nextNewOrderQuery, orderFilters } from "#web/features/circulation/order-queries.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { useCameFrom } from "#web/ui/router/use-filters.ts";

/** A link to the form of the next new order; nothing without one. */
export function NextNewOrder({ orderId }: { orderId: number }) {
  const { data, isPending } = useQuery(nextNewOrderQuery(orderId));
  const from = useCameFrom(orderFilters.path);
  // keeps its place: nothing below may move under a finger when the answer comes
  if (isPending) return <Skeleton width="11.5rem" height="var(--target)" />;
  if (!data) return null;
  return (
    <ButtonLink to={`/admin/editorder/${data}`} state={{ from }} icon={<ArrowRight size={18} />}>
      Next new order
    </ButtonLink>
  );
}
