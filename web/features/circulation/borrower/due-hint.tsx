import { Rich } from "#web/language/rich.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import type { OrderSummary } from "#contract/circulation.ts";
import { daysOverdue } from "#web/features/circulation/status/due.ts";
import { DateText } from "#web/ui/data/date-text.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";

/** What an overdue borrower should do; nothing for others. */
export function DueHint({ order }: { order: OrderSummary }) {
  const { t } = useLanguage();
  if (daysOverdue(order) === 0) return null;
  return (
    <Alert tone="warning" title={t("This order is overdue")}>
      <Rich
        sentence="It was due back on <day>day</day>. Please return it, insured, with a carrier that tracks it. If it’s already on its way, you’re all set."
        parts={{ day: () => <DateText value={order.returnDate} inSentence /> }}
      />
    </Alert>
  );
}
