import type { StaffRole } from "#contract/people/roles.ts";
import type { Language } from "#web/language/language.ts";
import type { StartConfiguration } from "#contract/site/content.ts";

export type SiteContent = Pick<StartConfiguration["content"], "contact" | "footer"> & {
  name: string;
  /** Replaces the default mark. */
  logoUrl?: string | undefined;
  /** "© 2026 …, resources for California education agencies." */
  copyright: string;
};

/** The site's presentation (clarification 1.1). */
export type Presentation = "inventory" | "marketing";

/** The session for the header's menu; "unknown" until the browser has read it. */
export type HeaderSession =
  | { kind: "unknown" }
  | { kind: "anonymous" }
  | { kind: "user"; accountId: number }
  | { kind: "admin"; name: string; role: StaffRole };

const nothing: StartConfiguration["content"] = {
  site: { siteName: "", logo: null, presentation: "inventory" },
  contact: { phones: [], email: "", postalAddress: "" },
  footer: { about: "", agencies: [], socialLinks: [] },
};

/** Returns the texts of the header and footer, with defaults until the configuration arrives. */
export function siteFacts(configuration: StartConfiguration | undefined, t: Language["t"]): SiteContent {
  const { site, contact, footer } = configuration?.content ?? nothing;
  return {
    name: site.siteName,
    logoUrl: site.logo?.attachmentUrl,
    copyright: t("© {who}. Resources for California education agencies.", {
      who: [new Date().getFullYear(), site.siteName].join(" ").trim(),
    }),
    contact,
    footer,
  };
}
