import { useRef } from "react";
import type { SectionName, SiteContent } from "#contract/site/sections.ts";
import { AddressLines, ContactLinks, FooterBlocks } from "#web/features/content/footer-parts.tsx";
import { HealthyYouth, Mission, Testimonials } from "#web/features/content/parts/home-parts.tsx";
import { Paragraphs } from "#web/features/content/parts/paragraphs.tsx";
import { ResourceList } from "#web/features/content/parts/resource-list.tsx";
import { TermsList } from "#web/features/content/terms-dialog.tsx";
import { useLinksApart } from "#web/lib/use-links-apart.ts";
import { DateText } from "#web/ui/data/date-text.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import styles from "./edit-section.module.css";

/** A section as visitors see it, made of the public pages' components. */
export function SectionPreview({ section, content }: { section: SectionName; content: SiteContent }) {
  const box = useRef<HTMLDivElement>(null);
  useLinksApart(box);
  return <div ref={box}>{previews[section](content)}</div>;
}

const contactOf = ({ contact }: SiteContent) => ({
  phones: contact.phones.map(({ number }) => number),
  email: contact.email,
  postalAddress: contact.postalAddress,
});

const previews: Record<SectionName, (content: SiteContent) => React.ReactNode> = {
  site: ({ site }) => (
    <p className={styles.brand}>
      {site.logo && <img src={site.logo.attachmentUrl} alt="" className={styles.logo} />}
      {site.siteName}
    </p>
  ),
  contact: (content) => (
    <div className={styles.contact}>
      <ContactLinks {...contactOf(content)} />
      {content.contact.postalAddress && <AddressLines address={content.contact.postalAddress} />}
    </div>
  ),
  closedDays: ({ closedDays }) =>
    closedDays.days.length === 0 ? (
      <p className={styles.quiet}>Without closed days, every Monday to Friday is a business day.</p>
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
  footer: (content) => (
    <FooterBlocks
      {...contactOf(content)}
      maintainedBy={content.footer.about}
      agencies={content.footer.agencies.map(({ name, logo }) => ({ name, logoUrl: logo?.attachmentUrl }))}
      socialLinks={content.footer.socialLinks.map(({ label, address }) => ({ label, href: address }))}
    />
  ),
  home: ({ home }) => (
    <Stack>
      <p className={styles.heading}>{home.heading}</p>
      <p className={styles.lead}>{home.lead}</p>
      <Mission {...home} />
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
      <p className={styles.lead}>{resources.lead}</p>
      <ResourceList groups={resources.groups} heading="h3" />
    </Stack>
  ),
  signUp: ({ signUp }) => (
    <Stack>
      <p className={styles.heading}>{signUp.heading}</p>
      <Paragraphs text={signUp.text} />
    </Stack>
  ),
  terms: ({ terms }) => <TermsList {...terms} />,
};
