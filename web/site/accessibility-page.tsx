import { type ComponentProps, useState, useSyncExternalStore } from "react";
import { ContactLinks } from "#web/site/footer-parts.tsx";
import { useSiteConfiguration } from "#web/site/site-queries.ts";
import { Rich } from "#web/language/rich.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { searchKey, searchKeyIsOff, storeChoice } from "#web/lib/stored-choice.ts";
import { messagesKey, messagesStay } from "#web/ui/feedback/toast.tsx";
import { DateText } from "#web/lib/formats.tsx";
import { CheckboxField } from "#web/ui/forms/choice-fields.tsx";
import { Page, Row, Stack } from "#web/ui/layout.tsx";
import styles from "./accessibility-page.module.css";

/** The last day someone checked the statement against the product. */
const reviewDay = "2026-11-21";

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
        <p>{t("The site follows your device’s settings for colors, text size, and reduced motion.")}</p>
        <StoredChoice
          name="messages"
          label={t("Keep messages until I close them")}
          hint={t("Otherwise, messages disappear after two seconds.")}
          storageKey={messagesKey}
          value="stay"
          read={messagesStay}
        />
        {/* because voice input or a tremor can trigger a single-key shortcut */}
        <StoredChoice
          name="search-key"
          label={t("Turn off the / key for search")}
          hint={t("Otherwise, pressing / takes you to the page’s search box.")}
          storageKey={searchKey}
          value="off"
          read={searchKeyIsOff}
        />
      </Stack>
      <Stack>
        <h2>{t("Known limits")}</h2>
        <ul>
          <li>
            {t(
              "Sessions end after eight hours. Ten minutes before that, a message lets you stay logged in, for up to a day. We save what you typed and restore it when you log in again.",
            )}
          </li>
          <li>
            {t("We don’t know the language of every title, so a screen reader may read some in the wrong voice.")}
          </li>
          <li>{t("No one who uses a screen reader every day has tested the site yet.")}</li>
          <li>{t("Books, videos, and recordings are as published, so some have no captions or large print.")}</li>
        </ul>
      </Stack>
      <Stack>
        <h2>{t("How to reach us")}</h2>
        <p>
          {t(
            "Did something get in your way? Call or email us, and tell us what you were trying to do and which device or software you use.",
          )}
        </p>
        <Contact />
        <p>
          <Rich sentence="Last reviewed: <day>day</day>" parts={{ day: () => <DateText value={reviewDay} /> }} />
        </p>
      </Stack>
    </Page>
  );
}

type StoredChoiceProps = { storageKey: string; value: string; read: () => boolean } & Pick<
  ComponentProps<typeof CheckboxField>,
  "name" | "label" | "hint"
>;

function StoredChoice({ storageKey, value, read, ...field }: StoredChoiceProps) {
  const stored = useSyncExternalStore(never, read, () => false);
  const [choice, setChoice] = useState<boolean>();
  return (
    <CheckboxField
      {...field}
      className={styles.choice}
      checked={choice ?? stored}
      onChange={({ target }) => {
        if (storeChoice(storageKey, target.checked ? value : undefined)) setChoice(target.checked);
      }}
    />
  );
}

function Contact() {
  const contact = useSiteConfiguration()?.content.contact;
  if (!contact) return null;
  return (
    <Row>
      <ContactLinks contact={contact} />
    </Row>
  );
}

const never = () => () => {};
