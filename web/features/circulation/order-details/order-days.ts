import type { OrderDays } from "#contract/circulation.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { formatDay } from "#web/lib/dates.ts";

/** The days of an order by teaching days, for a description list; none of any other. */
export function useOrderDays(days: OrderDays | undefined): { term: string; value: string }[] {
  const { t, code } = useLanguage();
  if (!days) return [];
  const { leavesBy, withYouBy, teachFrom, teachTo, postBackBy } = days;
  const day = (of: string) => formatDay(of, code);
  return [
    { term: t("Leaves the library by"), value: day(leavesBy) },
    { term: t("With you by"), value: day(withYouBy) },
    {
      term: t("You teach with it"),
      value: teachFrom === teachTo ? day(teachFrom) : `${day(teachFrom)} – ${day(teachTo)}`,
    },
    { term: t("Mail it back by"), value: day(postBackBy) },
  ];
}
