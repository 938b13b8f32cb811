import { termsVersion } from "#contract/catalog/codes.ts";
import * as calls from "#contract/site/content.ts";
import { messages, ownMessages } from "#contract/wire/messages.ts";
import { contentIn } from "#contract/site/content-in.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { pageContent, sectionNames, type SiteContent, siteContent } from "#contract/site/sections.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { type Handler, serve } from "#server/http/serve.ts";
import type { ConfiguredParts, NounParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { revisionOf, type RevisionRow, revisionsOf } from "./content.queries.ts";
import { contentOf, englishChangedOf, readContent } from "./current-content.ts";
import { restore, saveSection } from "./save-section.ts";
import { dataHeaders } from "#server/http/security.ts";
import { readerLanguage } from "#server/http/caller.ts";
import { deleteEntry } from "../mailing-list.queries.ts";
import { confirmSubscription, subscribe, subscribersCsv } from "../mailing-list.ts";

const maxVersions = 100;

/** Returns the Spanish names of codes. */
export type SpanishCodes = () => Promise<Record<string, string>>;

/** Serves the site content for visitors and editors. Returns a function that collects the texts to embed in a page. */
export function contentRoutes(app: FastifyInstance, parts: NounParts, spanishCodes: SpanishCodes) {
  securityTextRoutes(app, parts);
  mailingListRoutes(app, parts);
  const { db, clock, configuration, readContent: read } = parts;
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
    const rows = await revisionsOf(db, section, maxVersions);
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

/** Presents a version of a section, or the original text without a row. */
function presentRevision(row: RevisionRow | undefined): calls.Revision {
  const englishChanged = englishChangedOf(row);
  if (!row) return { version: 0, savedAt: null, savedBy: "", restoredVersion: null, englishChanged };
  const { version, saved_at, name, restored_version: restoredVersion } = row;
  return { version, savedAt: saved_at.toISOString(), savedBy: name ?? "", restoredVersion, englishChanged };
}

/** Returns whether the terms are in Spanish, by the first point: the rules require all points or none. */
const isInSpanish = ({ points: [first] }: SiteContent["terms"]) => Boolean(first?.headingInSpanish);

const showsTexts = /^\/(?:home|resources|signup(?:\/.*)?)?\/?$/i;

const validForMs = 182 * 24 * 60 * 60 * 1000; // RFC 9116 recommends less than a year

/** Serves security.txt (RFC 9116) with the contact in the settings, or the library's email address. */
function securityTextRoutes(app: FastifyInstance, { clock, configuration, readContent }: NounParts) {
  app.get("/.well-known/security.txt", async (_request, reply) => {
    const contact = configuration.securityContact ?? `mailto:${(await readContent()).content.contact.email}`;
    const day = new Date(clock.now().getTime() + validForMs).toISOString().slice(0, 10);
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${day}T00:00:00Z`,
      "Preferred-Languages: en, es",
      `Canonical: ${configuration.publicUrl}/.well-known/security.txt`,
    ];
    return reply
      .headers(dataHeaders)
      .type("text/plain; charset=utf-8")
      .send(`${lines.join("\n")}\n`);
  });
}

/** Per network address, which a whole school may share. */
const maxSignUps = { perMinute: 6, perHour: 60 };

function mailingListRoutes(app: FastifyInstance, parts: ConfiguredParts): void {
  const { db, clock, configuration } = parts;
  const { rateLimitScale } = configuration;
  const hourlyLimit = app.createRateLimit({
    max: Math.ceil(maxSignUps.perHour * rateLimitScale),
    timeWindow: "1 hour",
    allowList: [],
  });

  const signUp: Handler<typeof calls.subscribe> = async ({ body }, { request }) => {
    const limit = await hourlyLimit(request);
    if (!limit.isAllowed && limit.isExceeded) throw new HttpError(429, undefined, limit.ttlInSeconds);
    // only a bot fills in an invisible field; it gets the same answer as everyone
    if (!body.website) {
      await subscribe(parts, { address: body.emailAddress, language: readerLanguage(request) }, rateLimitScale);
    }
    return { message: ownMessages.subscribed };
  };
  serve(app, calls.subscribe, signUp, { perMinute: Math.ceil(maxSignUps.perMinute * rateLimitScale) });
  serve(app, calls.confirmSubscription, async ({ params }) => {
    await confirmSubscription(parts, params.token);
    return { message: ownMessages.subscriptionConfirmed };
  });
  serve(app, calls.unsubscribe, async ({ params }) => {
    await deleteEntry(db, params.key);
    return { message: ownMessages.unsubscribed };
  });
  serve(app, calls.subscribersCsv, async (_request, { session }) =>
    subscribersCsv(db, { userId: session.userId, at: clock.now() }, configuration),
  );
}
