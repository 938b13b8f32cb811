import { termsVersion } from "#contract/codes.ts";
import * as calls from "#contract/content.ts";
import { messages } from "#contract/messages.ts";
import { contentIn } from "#contract/site/content-in.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { pageContent, sectionNames, type SiteContent, siteContent } from "#contract/site/sections.ts";
import { found } from "#server/refusals/http-error.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { type RevisionRow, revisionOf, revisionsOf } from "./content.queries.ts";
import { contentOf, createContentReader, englishChangedOf, readContent } from "./current-content.ts";
import { restore, saveSection } from "./save-section.ts";

const mostVersions = 100;

/**
 * Serves the site content, for visitors and editors, with what codes are called in Spanish. Returns what the server embeds in a page, so that it renders with
 * its texts at once.
 */
export function contentRoutes(
  app: FastifyInstance,
  { db, clock, configuration }: ConfiguredParts,
  spanishCodes: () => Promise<Record<string, string>>,
) {
  const read = createContentReader(db);
  const { timeZone } = configuration;

  const startConfiguration = async (language: LanguageCode): Promise<calls.StartConfiguration> => {
    const { content, rows } = await read();
    const { site, contact, footer } = contentIn(content, language);
    return {
      presentation: site.presentation,
      timeZone,
      passwordMinLength: configuration.passwordMinLength,
      loanDays: configuration.loanDays,
      sendsMail: configuration.smtpUrl !== undefined,
      termsVersion: termsVersion(rows.get("terms")?.version ?? 0, language === "es" && isInSpanish(content.terms)),
      ...(language === "es" && { codeNames: await spanishCodes() }),
      content: { site, contact, footer },
    };
  };
  serve(app, calls.getStartConfiguration, async ({ query }) => ({ data: await startConfiguration(query.language) }));
  serve(app, calls.getPageContent, async ({ query }) => ({ data: contentIn((await read()).content, query.language) }));

  serve(app, calls.getTerms, async ({ params: { version }, query }) => {
    const row = version === 0 ? undefined : found(await revisionOf(db, "terms", version));
    const terms = z.parse(siteContent.shape.terms, contentOf("terms", row));
    return { data: { savedAt: row?.saved_at.toISOString() ?? null, terms: contentIn(terms, query.language) } };
  });

  const editable = async () => {
    const { content, rows } = await readContent(db);
    const revisions = Object.fromEntries(sectionNames.map((section) => [section, presentRevision(rows.get(section))]));
    return { content, revisions };
  };
  serve(app, calls.getEditableContent, async () => ({ data: await editable() }));
  serve(app, calls.getSectionHistory, async ({ params: { section } }) => {
    const rows = await revisionsOf(db, section, mostVersions);
    const versions = rows.at(-1)?.version === 1 || rows.length === 0 ? [...rows, undefined] : rows;
    return { data: versions.map((row) => ({ revision: presentRevision(row), content: contentOf(section, row) })) };
  });

  serve(app, calls.saveSection, async ({ body }, { session }) => {
    await saveSection({ db, clock }, body, { userId: session.userId, at: clock.now() });
    return { data: await editable(), message: messages.done.accountUpdated };
  });
  serve(app, calls.restoreSection, async ({ body }, { session }) => {
    await restore({ db, clock }, body, { userId: session.userId, at: clock.now() });
    return { data: await editable(), message: messages.done.accountUpdated };
  });

  return async (pathname: string, language: LanguageCode) => ({
    language,
    configuration: await startConfiguration(language),
    ...(showsTexts.test(pathname) && { pages: contentIn(z.parse(pageContent, (await read()).content), language) }),
  });
}

/** A version of a section; without a row, the original text. */
function presentRevision(row: RevisionRow | undefined): calls.Revision {
  const englishChanged = englishChangedOf(row);
  if (!row) return { version: 0, savedAt: null, savedBy: "", restoredVersion: null, englishChanged };
  const { version, saved_at, name, restored_version: restoredVersion } = row;
  return { version, savedAt: saved_at.toISOString(), savedBy: name ?? "", restoredVersion, englishChanged };
}

/** The rules of the terms see to it that this is so of each of their points, or of none. */
const isInSpanish = ({ points: [first] }: SiteContent["terms"]) => Boolean(first?.headingInSpanish);

/** The pages made of these texts. */
const showsTexts = /^\/(?:home|resources|signup(?:\/.*)?)?\/?$/i;
