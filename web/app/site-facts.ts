import type { Language } from "#web/language/language.ts";
import type { StartConfiguration } from "#contract/content.ts";
import type { SiteContent } from "./layouts/site-content.ts";

const nothing: StartConfiguration["content"] = {
  site: { siteName: "", logo: null, presentation: "" },
  contact: { phones: [], email: "" },
  footer: { about: "", agencies: [], socialLinks: [] },
};

/** The header's and footer's facts from the startup configuration, with defaults until it arrives. */
export function siteFacts(configuration: StartConfiguration | undefined, t: Language["t"]): SiteContent {
  const { site, contact, footer } = configuration?.content ?? nothing;
  return {
    name: site.siteName,
    logoUrl: site.logo?.attachmentUrl,
    copyright: t("© {who}. Resources for California education agencies.", {
      who: [new Date().getFullYear(), site.siteName].join(" ").trim(),
    }),
    phones: contact.phones.map(({ number }) => number),
    email: contact.email,
    maintainedBy: footer.about,
    agencies: footer.agencies.map(({ name, logo }) => ({ name, logoUrl: logo?.attachmentUrl })),
    socialLinks: footer.socialLinks.map(({ label, address }) => ({ label, href: address })),
  };
}
