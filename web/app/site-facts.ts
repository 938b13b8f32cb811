import type { StartConfiguration } from "#contract/content.ts";
import type { SiteContent } from "./layouts/site-content.ts";

/** What header and footer tell, from the start-up configuration; until it is there, what needs no asking. */
export function siteFacts(configuration: StartConfiguration | undefined): SiteContent {
  const name = configuration?.content.siteName ?? "Health Education Lending Library";
  return {
    name,
    copyright: `© ${new Date().getFullYear()} ${name}. Resources for California education agencies.`,
    phones: configuration?.content.phones ?? [],
    email: configuration?.content.email ?? "",
    maintainedBy: "Maintained by a county office of education for the state education department.",
    agencies: [],
    socialLinks: [],
  };
}
