import type { MailKind } from "#contract/admin/mail.ts";
import { contentIn } from "#contract/site/content-in.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { MailText } from "#contract/site/sections.ts";
import type { Letterhead, OwnWords } from "#server/platform/mail/letter/letter.ts";
import type { ContentReader } from "./current-content.ts";

/**
 * Creates functions that read the site content for emails. They read it for each email, so a save applies right away.
 */
export function mailContent(readContent: ContentReader, publicUrl: string) {
  return {
    letterhead: async (language: LanguageCode): Promise<Letterhead> => {
      const { site, contact } = contentIn((await readContent()).content, language);
      return { siteName: site.siteName, email: contact.email, postalAddress: contact.postalAddress, publicUrl };
    },
    ownWords: async (kind: MailKind, language: LanguageCode) =>
      ownWordsOf((await readContent()).content[`mail-${kind}`], language),
  };
}

/** Returns the paragraphs in the language of an email. Without Spanish ones, a Spanish email has none. */
export function ownWordsOf(text: MailText, language: LanguageCode): OwnWords {
  const { before, after, beforeInSpanish = "", afterInSpanish = "" } = text;
  return language === "es" ? { before: beforeInSpanish, after: afterInSpanish } : { before, after };
}
