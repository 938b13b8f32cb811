import { useState } from "react";
import type { QueuePlace } from "#contract/borrowers/queue.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { formatDay } from "#web/lib/dates.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { NeededDays } from "./needed-days.tsx";
import { heldAddress, useQueue } from "./queue-queries.ts";
import { heldInWords, neededInWords } from "./held-in-words.ts";

/** A borrower's place in the line for a title, and what can be done about it. */
export function OwnPlace({ place }: { place: QueuePlace }) {
  const { t } = useLanguage();
  const { leave, change } = useQueue();
  const [asking, setAsking] = useState(false);
  const { isPaused, held } = place;
  const of = (words: string) => `${words}: ${place.title}`;
  return (
    <Stack>
      <p>
        <PlaceInWords place={place} />
      </p>
      {!place.isReached && !held && (
        <p>
          {t(
            "Please confirm your email address, on your account page. Until then others in line go first, because we can’t email you.",
          )}
        </p>
      )}
      <Row>
        {held && (
          <ButtonLink look="primary" size="small" to={heldAddress(place)} aria-label={of(t("Order it now"))}>
            {t("Order it now")}
          </ButtonLink>
        )}
        <Button size="small" aria-label={of(t("Days I need it"))} onClick={() => setAsking(true)}>
          {t("Days I need it")}
        </Button>
        <Button
          size="small"
          busy={change.isPending}
          aria-label={of(isPaused ? t("Go on waiting") : t("Pause"))}
          onClick={() =>
            change.mutate(
              { place, to: { isPaused: !isPaused } },
              { onSuccess: () => toast(isPaused ? t("You’re in line again.") : t("Paused. You keep your place.")) },
            )
          }
        >
          {isPaused ? t("Go on waiting") : t("Pause")}
        </Button>
        <Button
          size="small"
          busy={leave.isPending}
          aria-label={of(t("Stop waiting"))}
          onClick={() => leave.mutate(place)}
        >
          {t("Stop waiting")}
        </Button>
      </Row>
      {asking && <NeededDays place={place} onClose={() => setAsking(false)} />}
    </Stack>
  );
}

/** From fewer guesses nobody can tell how good they are. */
const fewestMeasured = 5;

function PlaceInWords({
  place: { place, held, isPaused, isReached, neededFrom, neededTo, guess },
}: {
  place: QueuePlace;
}) {
  const language = useLanguage();
  const { t, code } = language;
  const day = (value: string) => formatDay(value, code, true);
  const days = neededInWords({ from: neededFrom, to: neededTo }, language);
  const awaits =
    neededFrom && neededTo && !held && !isPaused && t("We’ll hold these days for you once a copy is free on them.");
  const now = held
    ? heldInWords(held, language)
    : place === 1
      ? t("You’re next in line.")
      : t("You’re number {n} in line.", { n: place });
  const expected =
    guess &&
    (guess.from === guess.to
      ? t("We expect a copy for you around {day}.", { day: day(guess.from) })
      : t("We expect a copy for you between {from} and {to}.", { from: day(guess.from), to: day(guess.to) }));
  const mail =
    guess &&
    (guess.mailDays === 1
      ? t("Shipping to you takes about 1 more business day.")
      : t("Shipping to you takes about {n} more business days.", { n: guess.mailDays }));
  const measured = guess && guess.of >= fewestMeasured && t("{right} of {of} such guesses were right.", guess);
  const told = isReached && !held && !isPaused && t("We’ll email you when it’s your turn.");
  const paused = isPaused && t("You paused: others are served, and you keep your place.");
  return [now, told, expected, mail, measured, paused, days, awaits].filter(Boolean).join(" ");
}
