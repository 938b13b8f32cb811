import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { WaitlistEntry } from "#contract/waitlist/waitlist.ts";
import { BorrowableTitle } from "#web/orders/order-parts.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { holdHref, holdInWords } from "./holds.ts";
import { ownEntriesQuery } from "./own-entries-query.ts";
import { formatDay } from "#web/lib/formats.tsx";
import { focusOn } from "#web/ui/accessibility.tsx";
import { Card } from "#web/ui/card.tsx";
import { Row, Stack } from "#web/ui/layout.tsx";

export function OwnEntry({ entry }: { entry: WaitlistEntry }) {
  const { t } = useLanguage();
  const { entryId, isPaused, held } = entry;
  const labelFor = (words: string) => `${words}: ${entry.title}`;
  return (
    <Stack>
      <p>
        <EntryInWords entry={entry} />
      </p>
      {!entry.isReached && !held && (
        <p>
          {t(
            "Please confirm your email address on your account page. Until you do, we can’t hold a copy for you, but you keep your spot.",
          )}
        </p>
      )}
      <Row>
        {held && (
          <ButtonLink look="primary" size="small" to={holdHref(entry)} aria-label={labelFor(t("Order it now"))}>
            {t("Order it now")}
          </ButtonLink>
        )}
        <ActionButton
          size="small"
          aria-label={labelFor(isPaused ? t("Stay on the waitlist") : t("Pause"))}
          action={() => call("POST Waitlist/Change/{entryId}", { params: { entryId }, body: { isPaused: !isPaused } })}
          done={isPaused ? t("You’re back on the waitlist.") : t("Paused. You keep your spot.")}
          changes="everything"
        >
          {isPaused ? t("Stay on the waitlist") : t("Pause")}
        </ActionButton>
        <ActionButton
          size="small"
          aria-label={labelFor(t("Leave the waitlist"))}
          action={() => call("POST Waitlist/Leave/{entryId}", { params: { entryId } })}
          done={t("You left this waitlist.")}
          changes="everything"
        >
          {t("Leave the waitlist")}
        </ActionButton>
      </Row>
    </Stack>
  );
}

function EntryInWords({ entry: { place, held, isPaused, isReached, expectedOn } }: { entry: WaitlistEntry }) {
  const language = useLanguage();
  const { t, code } = language;
  const status = held
    ? holdInWords(held, language)
    : place === 1
      ? t("You’re next on the waitlist.")
      : t("You’re number {n} on the waitlist.", { n: place });
  const estimate =
    expectedOn && t("We expect a copy for you around {day}.", { day: formatDay(expectedOn, code, true) });
  const email = isReached && !held && !isPaused && t("We’ll email you when it’s your turn.");
  const paused = isPaused && t("Paused. Others go ahead; you keep your spot.");
  return [status, email, estimate, paused].filter(Boolean).join(" ");
}

/** Shows the reader's waitlist entries on the account page: those with a copy on hold, which is urgent, or the others. */
export function OwnEntries({ of }: { of: "held" | "waiting" }) {
  const { t } = useLanguage();
  const entries = useQuery(ownEntriesQuery).data?.filter(({ held }) => (of === "held") === Boolean(held)) ?? [];
  const previousCount = useRef(0);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (entries.length < previousCount.current && isLost) focusOn(document.querySelector("main h1")); // the pressed button is gone
    previousCount.current = entries.length;
  }, [entries.length]);
  if (entries.length === 0) return null;
  return (
    <Card heading={of === "held" ? t("On hold for you") : t("Your waitlist")}>
      <Stack>
        {entries.map((entry) => (
          <section key={entry.entryId} aria-label={entry.title}>
            <h3>
              <BorrowableTitle of={entry} />
            </h3>
            <OwnEntry entry={entry} />
          </section>
        ))}
      </Stack>
    </Card>
  );
}
