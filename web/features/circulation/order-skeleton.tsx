import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";

/** The place of an order that is still being fetched. */
export function OrderSkeleton() {
  return (
    <Stack>
      <Skeleton height="24rem" />
      <Skeleton height="20rem" />
    </Stack>
  );
}
