import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";

/** The skeleton of an order. */
export function OrderSkeleton() {
  return (
    <Stack>
      <Skeleton height="24rem" />
      <Skeleton height="20rem" />
    </Stack>
  );
}
