import { contentIn } from "#contract/site/content-in.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { Letterhead } from "#server/platform/mail/letter/letter.ts";
import type { ContentReader } from "./current-content.ts";

/** Creates readers of what the site content adds to emails. They read it for each email, so a save applies at once. */
export function mailContent(readContent: ContentReader, publicUrl: string) {
  return {
    letterhead: async (language: LanguageCode): Promise<Letterhead> => {
      const { site, contact } = contentIn((await readContent()).content, language);
      return { siteName: site.siteName, email: contact.email, postalAddress: contact.postalAddress, publicUrl };
    },
  };
}
