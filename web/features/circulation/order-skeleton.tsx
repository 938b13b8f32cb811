import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";

export function OrderSkeleton() {
  return (
    <Stack>
      <Skeleton height="24rem" />
      <Skeleton height="20rem" />
    </Stack>
  );
}
