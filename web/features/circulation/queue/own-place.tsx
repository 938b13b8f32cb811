import type { QueuePlace } from "#contract/borrowers/queue.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { formatDay } from "#web/lib/dates.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { heldAddress, useQueue } from "./queue-queries.ts";
import { heldInWords } from "./held-in-words.ts";

/** A borrower's place in the line for a title, and what can be done about it. */
export function OwnPlace({ place }: { place: QueuePlace }) {
  const { t } = useLanguage();
  const { leave, change } = useQueue();
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
        <Button
          size="small"
          busy={change.isPending}
          aria-label={of(isPaused ? t("Go on waiting") : t("Pause"))}
          onClick={() =>
            change.mutate(
              { placeId: place.placeId, isPaused: !isPaused },
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
    </Stack>
  );
}

function PlaceInWords({ place: { place, held, isPaused, isReached, expectedOn } }: { place: QueuePlace }) {
  const language = useLanguage();
  const { t, code } = language;
  const now = held
    ? heldInWords(held, language)
    : place === 1
      ? t("You’re next in line.")
      : t("You’re number {n} in line.", { n: place });
  const expected =
    expectedOn && t("We expect a copy for you around {day}.", { day: formatDay(expectedOn, code, true) });
  const told = isReached && !held && !isPaused && t("We’ll email you when it’s your turn.");
  const paused = isPaused && t("You paused: others are served, and you keep your place.");
  return [now, told, expected, paused].filter(Boolean).join(" ");
}
