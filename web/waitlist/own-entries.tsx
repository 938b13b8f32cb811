import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { WaitlistEntry } from "#contract/waitlist/waitlist.ts";
import type { Language } from "#web/language/language.ts";
import { BorrowableTitle } from "#web/orders/order-parts.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { Button, ButtonLink } from "#web/ui/actions/button.tsx";
import { ownEntriesQuery } from "./own-entries-query.ts";
import { Card, Row, Stack } from "#web/ui/layout.tsx";
import { focusOn } from "#web/ui/accessibility.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { useRefresh } from "#web/ui/actions/action-button.tsx";
import { formatDay, formatTime, machineDay } from "#web/lib/formats.tsx";

export function useWaitlist() {
  const { t } = useLanguage();
  const refresh = useRefresh();
  const join = useMutation({
    mutationFn: async (inventoryId: number) => call("POST Waitlist/Join/{inventoryId}", { params: { inventoryId } }),
    onSettled: refresh,
  });
  const leave = useMutation({
    mutationFn: async ({ placeId }: WaitlistEntry) => call("POST Waitlist/Leave/{placeId}", { params: { placeId } }),
    onSuccess: () => toast(t("You left this waitlist.")), // here, because the pressed button is gone by the end
    onSettled: refresh,
  });
  const change = useMutation({
    mutationFn: async ({ placeId, isPaused }: Pick<WaitlistEntry, "placeId" | "isPaused">) =>
      call("POST Waitlist/Change/{placeId}", { params: { placeId }, body: { isPaused } }),
    onSettled: refresh,
  });
  return { join, leave, change };
}

export function OwnEntry({ place }: { place: WaitlistEntry }) {
  const { t } = useLanguage();
  const { leave, change } = useWaitlist();
  const { isPaused, held } = place;
  const of = (words: string) => `${words}: ${place.title}`;
  return (
    <Stack>
      <p>
        <EntryInWords place={place} />
      </p>
      {!place.isReached && !held && (
        <p>
          {t(
            "Please confirm your email address on your account page. Until you do, others on the waitlist go first because we can’t email you.",
          )}
        </p>
      )}
      <Row>
        {held && (
          <ButtonLink look="primary" size="small" to={holdHref(place)} aria-label={of(t("Order it now"))}>
            {t("Order it now")}
          </ButtonLink>
        )}
        <Button
          size="small"
          busy={change.isPending}
          aria-label={of(isPaused ? t("Stay on the waitlist") : t("Pause"))}
          onClick={() =>
            change.mutate(
              { placeId: place.placeId, isPaused: !isPaused },
              {
                onSuccess: () => toast(isPaused ? t("You’re back on the waitlist.") : t("Paused. You keep your spot.")),
              },
            )
          }
        >
          {isPaused ? t("Stay on the waitlist") : t("Pause")}
        </Button>
        <Button
          size="small"
          busy={leave.isPending}
          aria-label={of(t("Leave the waitlist"))}
          onClick={() => leave.mutate(place)}
        >
          {t("Leave the waitlist")}
        </Button>
      </Row>
    </Stack>
  );
}

function EntryInWords({ place: { place, held, isPaused, isReached, expectedOn } }: { place: WaitlistEntry }) {
  const language = useLanguage();
  const { t, code } = language;
  const now = held
    ? holdInWords(held, language)
    : place === 1
      ? t("You’re next on the waitlist.")
      : t("You’re number {n} on the waitlist.", { n: place });
  const expected =
    expectedOn && t("We expect a copy for you around {day}.", { day: formatDay(expectedOn, code, true) });
  const email = isReached && !held && !isPaused && t("We’ll email you when it’s your turn.");
  const paused = isPaused && t("Paused. Others go ahead; you keep your spot.");
  return [now, email, expected, paused].filter(Boolean).join(" ");
}

/** Shows the reader’s waitlist entries on the account page. */
export function OwnEntries() {
  const { t } = useLanguage();
  const { data: places = [] } = useQuery(ownEntriesQuery);
  const before = useRef(0);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (places.length < before.current && isLost) focusOn(document.querySelector("main h1")); // the pressed button is gone
    before.current = places.length;
  }, [places.length]);
  if (places.length === 0) return null;
  return (
    <Card heading={t("Your waitlist")}>
      <Stack>
        {places.map((place) => (
          <section key={place.placeId} aria-label={place.title}>
            <h3>
              <BorrowableTitle of={place} />
            </h3>
            <OwnEntry place={place} />
          </section>
        ))}
      </Stack>
    </Card>
  );
}

/** Returns a sentence about the reader’s hold; `until` is null before the email goes out. */
export function holdInWords({ until }: { until: string | null }, { t, code }: Language): string {
  if (!until) return t("A copy is on hold for you.");
  const day = formatDay(machineDay(until) ?? "", code, true);
  return t("A copy is on hold for you until {until}.", { until: `${day}, ${formatTime(until, undefined, code)}` });
}

/** Returns the address where the borrower orders a held copy. Emails link to the same page with a token. */
export const holdHref = ({ placeId }: WaitlistEntry) => `/user/held/place-${placeId}`;
