import { useState, useSyncExternalStore } from "react";
import { ContactLinks } from "#web/site/footer-parts.tsx";
import { useSiteConfiguration } from "#web/site/site-queries.ts";
import { Rich } from "#web/language/rich.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { storeChoice } from "#web/lib/stored-choice.ts";
import { searchKey, searchKeyIsOff } from "#web/ui/navigation/search-key.ts";
import { messagesKey, messagesStay } from "#web/ui/feedback/toast.ts";
import { DateText } from "#web/ui/data/date-text.tsx";
import { CheckboxField } from "#web/ui/forms/checkbox-field.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import styles from "./accessibility-page.module.css";

/** When the statement was last checked against the product. */
const reviewed = "2026-11-21";

export function AccessibilityPage() {
  const { t } = useLanguage();
  return (
    <Page
      heading={t("Accessibility")}
      lead={t(
        "Everyone should be able to find, borrow, and return materials, whatever device or assistive technology they use.",
      )}
      width="narrow"
    >
      <Stack>
        <h2>{t("What we aim for")}</h2>
        <p>
          {t(
            "This site aims to meet the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA. We checked it against each of the 55 criteria: with automated tests, with only a keyboard, at 400% zoom, with wider text spacing, and in forced colors.",
          )}
        </p>
        <p>{t("It follows your device’s settings for colors, text size, and reduced motion.")}</p>
        <MessagesChoice />
        <KeyChoice />
      </Stack>
      <Stack>
        <h2>{t("Known limits")}</h2>
        <ul>
          <li>
            {t(
              "Your session ends after eight hours. A message says so ten minutes before, and one press keeps you logged in, for up to a day. We keep what you typed and restore it when you log in again.",
            )}
          </li>
          <li>
            {t("We do not know the language of every title, so a screen reader may read some with the wrong voice.")}
          </li>
          <li>{t("No one who uses a screen reader every day has tested the site yet.")}</li>
          <li>{t("Books, videos, and recordings come as published. Some have no captions or large print.")}</li>
        </ul>
      </Stack>
      <Stack>
        <h2>{t("How to reach us")}</h2>
        <p>
          {t(
            "Did something get in your way? Call or email us, and tell us what you were trying to do and what you use.",
          )}
        </p>
        <Contact />
        <p>
          <Rich sentence="Last reviewed: <day>day</day>" parts={{ day: () => <DateText value={reviewed} /> }} />
        </p>
      </Stack>
    </Page>
  );
}

function MessagesChoice() {
  const { t } = useLanguage();
  const stored = useSyncExternalStore(never, messagesStay, () => false);
  const [chosen, choose] = useState<boolean>();
  return (
    <CheckboxField
      name="messages"
      className={styles.choice}
      label={t("Keep messages until I close them")}
      hint={t("Otherwise, messages disappear after two seconds.")}
      checked={chosen ?? stored}
      onChange={({ target }) => {
        if (storeChoice(messagesKey, target.checked ? "stay" : undefined)) choose(target.checked);
      }}
    />
  );
}

/** A key by itself can be hit by who speaks to the machine, or by a tremor. */
function KeyChoice() {
  const { t } = useLanguage();
  const stored = useSyncExternalStore(never, searchKeyIsOff, () => false);
  const [chosen, choose] = useState<boolean>();
  return (
    <CheckboxField
      name="search-key"
      className={styles.choice}
      label={t("Do not use the key / for the search")}
      hint={t("Otherwise, it leads to the search box of a page.")}
      checked={chosen ?? stored}
      onChange={({ target }) => {
        if (storeChoice(searchKey, target.checked ? "off" : undefined)) choose(target.checked);
      }}
    />
  );
}

function Contact() {
  const contact = useSiteConfiguration()?.content.contact;
  if (!contact) return null;
  return (
    <Row>
      <ContactLinks phones={contact.phones.map(({ number }) => number)} email={contact.email} />
    </Row>
  );
}

const never = () => () => {};
