import { useQuery } from "@tanstack/react-query";
import type { CartItem } from "#contract/orders/cart.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { cartIdentifier } from "#web/lib/session.ts";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { useTeachingDates } from "./chosen-dates.ts";

type LendingLimitProps = {
  lines: readonly CartItem[];
  /** The titles to order; empty for the whole cart. */
  titles: readonly number[];
};

/** Warns a borrower, before they order, that these titles exceed their limits, or that they must confirm their mailbox. */
export function LendingLimit({ lines, titles }: LendingLimitProps) {
  const { t, say } = useLanguage();
  const dates = useTeachingDates();
  const [identifier, quantities] = [cartIdentifier(), lines.map(({ quantity }) => quantity).join()];
  const query = { teachFrom: dates?.from, teachTo: dates?.to, titles: titles.join(",") || undefined };
  const { data: limit } = useQuery({
    queryKey: ["cart", "limit", identifier, quantities, query],
    queryFn: async ({ signal }) => {
      const params = { identifier: identifier ?? "" };
      return (await call("GET Cart/GetLendingLimit/{identifier}", { params, query }, { signal })).data;
    },
    enabled: identifier !== null && lines.length > 0,
    retry: false, // the resulting dates show what's wrong with them
    meta: { background: true },
  });
  if (!limit) return null;
  const title = limit.reason.kind === "lending-limit" ? t("This is more than you can borrow at once.") : "";
  return (
    <Alert tone="warning" title={title}>
      {say(limit)}
    </Alert>
  );
}
