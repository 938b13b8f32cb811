import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { MailKind } from "#contract/admin/mail.ts";
import { contentIn } from "#contract/site/content-in.ts";
import { forEachMail, type MailText, type SectionName, type SiteContent } from "#contract/site/sections.ts";
import { AddressLines, ContactLinks, FooterBlocks } from "#web/site/footer-parts.tsx";
import { HealthyYouth, Mission, Testimonials } from "#web/site/parts/home-parts.tsx";
import { langOf, NoSpanishYet, Paragraphs } from "#web/site/parts/paragraphs.tsx";
import { ResourceList } from "#web/site/parts/resource-list.tsx";
import { TermsList } from "#web/site/terms-dialog.tsx";
import type { Language } from "#web/language/language.ts";
import { LanguageContext, useLanguage } from "#web/language/use-language.ts";
import { useLinksInNewTab } from "#web/ui/navigation/links.tsx";
import styles from "#web/site/editor.module.css";
import { Stack } from "#web/ui/layout.tsx";
import { DateText } from "#web/lib/formats.tsx";
import { Fetched, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { mailPreviewQuery } from "#web/site/staff-site-queries.ts";

type SectionPreviewProps = { section: SectionName; content: SiteContent; language: Language };

export function SectionPreview({ section, content, language }: SectionPreviewProps) {
  const box = useRef<HTMLDivElement>(null);
  useLinksInNewTab(box);
  return (
    <LanguageContext value={language}>
      <div ref={box} lang={language.code}>
        {previews[section](contentIn(content, language.code), content)}
      </div>
    </LanguageContext>
  );
}

/** Each renders the content in the preview's language; an email's is chosen by the server, from that in both languages. */
const previews: Record<SectionName, (content: SiteContent, inBoth: SiteContent) => React.ReactNode> = {
  site: ({ site }) => (
    <p className={styles.brand}>
      {site.logo && <img src={site.logo.attachmentUrl} alt="" className={styles.logo} />}
      {site.siteName}
    </p>
  ),
  contact: ({ contact }) => (
    <div className={styles.contact}>
      <ContactLinks contact={contact} />
      {contact.postalAddress && <AddressLines address={contact.postalAddress} />}
    </div>
  ),
  closedDays: ({ closedDays }) =>
    closedDays.days.length === 0 ? (
      <p className={styles.quiet}>Without closed days, every weekday is a business day.</p>
    ) : (
      <ul>
        {closedDays.days.map(({ from, to, about }, at) => (
          <li key={at}>
            <DateText value={from} />
            {to && to !== from && (
              <>
                {" "}
                to <DateText value={to} />
              </>
            )}
            {about && `: ${about}`}
          </li>
        ))}
      </ul>
    ),
  returnCosts: ({ returnCosts }) =>
    returnCosts.steps.length === 0 ? (
      <p className={styles.quiet}>Without costs, packing slips say “roughly $4-12”.</p>
    ) : (
      <ul>
        {returnCosts.steps.map(({ upTo, cost }, at) => (
          <li key={at}>
            Up to {upTo} lb: ${cost}
          </li>
        ))}
      </ul>
    ),
  footer: (content) => <FooterBlocks {...content} />,
  home: ({ home }) => (
    <Stack>
      <p className={styles.heading} lang={langOf(home, "heading")}>
        {home.heading}
      </p>
      <p className={styles.lead} lang={langOf(home, "lead")}>
        {home.lead}
      </p>
      <Mission home={home} />
    </Stack>
  ),
  healthyYouth: ({ healthyYouth }) => <HealthyYouth {...healthyYouth} />,
  testimonials: ({ testimonials }) =>
    testimonials.quotes.length === 0 ? (
      <p className={styles.quiet}>Without testimonials, this part of the home page is hidden.</p>
    ) : (
      <Testimonials {...testimonials} />
    ),
  resources: ({ resources }) => (
    <Stack>
      <p className={styles.lead} lang={langOf(resources, "lead")}>
        {resources.lead}
      </p>
      <NoSpanishYet of={resources} />
      <ResourceList groups={resources.groups} heading="h3" />
    </Stack>
  ),
  signUp: ({ signUp }) => (
    <Stack>
      <p className={styles.heading} lang={langOf(signUp, "heading")}>
        {signUp.heading}
      </p>
      <NoSpanishYet of={signUp} />
      <Paragraphs text={signUp.text} lang={langOf(signUp, "text")} />
    </Stack>
  ),
  terms: ({ terms }) => <TermsList {...terms} />,
  ...forEachMail((kind) => (_content, inBoth) => <MailPreview kind={kind} content={inBoth[`mail-${kind}`]} />),
};

function MailPreview({ kind, content }: { kind: MailKind; content: MailText }) {
  const preview = useQuery(mailPreviewQuery(kind, useLanguage().code, content));
  return (
    <Fetched query={preview} what="preview" skeleton={<SkeletonLines lines={12} />}>
      {({ language, subject, text }) => (
        <Stack>
          <p className={styles.quiet} lang="en">
            A sample with made-up data, as plain text. Most email programs show it with headings and buttons.
          </p>
          <p className={styles.brand} lang={language}>
            {subject}
          </p>
          <p className={styles.mail} lang={language}>
            {text}
          </p>
        </Stack>
      )}
    </Fetched>
  );
}
