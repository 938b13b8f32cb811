import { termsVersion } from "#contract/catalog/codes.ts";
import type { StartConfiguration } from "#contract/site/content.ts";
import { contentIn } from "#contract/site/content-in.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { pageContent, type SiteContent } from "#contract/site/sections.ts";
import type { NounParts } from "#server/parts.ts";
import * as z from "zod/mini";

export type SpanishCodes = () => Promise<Record<string, string>>;

export function visitorContent({ clock, configuration, readContent: read }: NounParts, spanishCodes: SpanishCodes) {
  const startConfiguration = async (language: LanguageCode): Promise<StartConfiguration> => {
    const { content, rows } = await read();
    const { site, contact, footer } = contentIn(content, language);
    return {
      presentation: site.presentation,
      timeZone: configuration.timeZone,
      passwordMinLength: configuration.passwordMinLength,
      loanDays: configuration.loanDays,
      sendsMail: configuration.smtpUrl !== undefined,
      termsVersion: termsVersion(rows.get("terms")?.version ?? 0, language === "es" && isInSpanish(content.terms)),
      ...(language === "es" && { codeNames: await spanishCodes() }),
      content: { site, contact, footer },
    };
  };
  return {
    startConfiguration,
    pages: async (language: LanguageCode) => contentIn((await read()).content, language),
    /** Returns the data embedded in a page, so that the browser doesn't request it. */
    embedded: async (pathname: string, language: LanguageCode) => ({
      language,
      configuration: await startConfiguration(language),
      ...(showsTexts.test(pathname) && { pages: contentIn(z.parse(pageContent, (await read()).content), language) }),
    }),
    /** Returns security.txt (RFC 9116), with the contact in the settings or the library's email address. */
    securityText: async () => {
      const contact = configuration.securityContact ?? `mailto:${(await read()).content.contact.email}`;
      const day = new Date(clock.now().getTime() + validForMs).toISOString().slice(0, 10);
      const lines = [
        `Contact: ${contact}`,
        `Expires: ${day}T00:00:00Z`,
        "Preferred-Languages: en, es",
        `Canonical: ${configuration.publicUrl}/.well-known/security.txt`,
      ];
      return `${lines.join("\n")}\n`;
    },
  };
}

/** Returns whether the terms are in Spanish. Checks only the first point, because the rules require all or none. */
const isInSpanish = ({ points: [first] }: SiteContent["terms"]) => Boolean(first?.headingInSpanish);

const showsTexts = /^\/(?:home|resources|signup(?:\/.*)?)?\/?$/i;

const validForMs = 182 * 24 * 60 * 60 * 1000; // RFC 9116 recommends less than a year
