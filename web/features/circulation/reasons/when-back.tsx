import { useQuery } from "@tanstack/react-query";
import { useLanguage } from "#web/language/use-language.ts";
import { formatDay } from "#web/lib/dates.ts";
import { Stack } from "#web/ui/layout/stack.tsx";
import { useOwnPlace } from "../queue/own-places-query.ts";
import { WaitForTitle, type WaitProps } from "../queue/wait-for-title.tsx";
import { availabilityQuery } from "./reasons-queries.ts";

/** How many copies there are, when one should be back, and the waitlist; only the reader's place once a copy is held for them. */
export function WhenBack({ inventoryId, login }: WaitProps) {
  const { t, code } = useLanguage();
  const { data } = useQuery(availabilityQuery(inventoryId));
  const place = useOwnPlace(inventoryId);
  if (place?.held) return <WaitForTitle inventoryId={inventoryId} login={login} />;
  if (!data || data.inStock > 0) return null;
  const { copies, dueOn, lateSince, promised, waiting } = data;
  const inWords = (day: string) => formatDay(day, code, true);
  const sentences = [
    copies === 1 ? t("The library has 1 copy.") : copies > 1 && t("The library has {n} copies.", { n: copies }),
    dueOn && t("The next one is due back on {day}.", { day: inWords(dueOn) }),
    lateSince && t("One was due back on {day} and is late.", { day: inWords(lateSince) }),
    waiting === 1 && !place
      ? t("1 person waits for this title.")
      : waiting > 1 && t("{n} people wait for this title.", { n: waiting }),
    !dueOn && !lateSince && promised > 0 && t("What comes back is promised to earlier orders."),
  ];
  return (
    <Stack>
      <p>{sentences.filter(Boolean).join(" ")}</p>
      <WaitForTitle inventoryId={inventoryId} login={login} />
    </Stack>
  );
}
