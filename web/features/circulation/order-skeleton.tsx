import { useLanguage } from "#web/language/use-language.ts";
import { Awaiting, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";

/** The place of an order that is still being fetched. */
export function OrderSkeleton() {
  const { t } = useLanguage();
  return (
    <Awaiting what={t("order")}>
      <Stack>
        <Skeleton height="24rem" />
        <Skeleton height="20rem" />
      </Stack>
    </Awaiting>
  );
}
