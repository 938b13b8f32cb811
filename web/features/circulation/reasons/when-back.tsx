import { useQuery } from "@tanstack/react-query";
import { useLanguage } from "#web/language/use-language.ts";
import { formatDay } from "#web/lib/dates.ts";
import { availabilityQuery } from "./reasons-queries.ts";

/** How many copies the library lends, and when the next one should be back; nothing until it is known. */
export function WhenBack({ inventoryId }: { inventoryId: number }) {
  const { t, code } = useLanguage();
  const { data } = useQuery(availabilityQuery(inventoryId));
  if (!data || data.inStock > 0 || data.copies === 0) return null;
  const { copies, dueOn, lateSince, promised } = data;
  const inWords = (day: string) => formatDay(day, code, true);
  const sentences = [
    copies === 1 ? t("The library has 1 copy.") : t("The library has {n} copies.", { n: copies }),
    dueOn && t("The next one is due back on {day}.", { day: inWords(dueOn) }),
    lateSince && t("One was due back on {day} and is late.", { day: inWords(lateSince) }),
    !dueOn && !lateSince && promised > 0 && t("What comes back is promised to earlier orders."),
  ];
  return <p>{sentences.filter(Boolean).join(" ")}</p>;
}
