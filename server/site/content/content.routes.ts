import { termsVersion } from "#contract/catalog/codes.ts";
import * as calls from "#contract/site/content.ts";
import { messages, ownMessages } from "#contract/wire/messages.ts";
import { contentIn } from "#contract/site/content-in.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { pageContent, sectionNames, type SiteContent, siteContent } from "#contract/site/sections.ts";
import { found } from "#server/refusals/http-error.ts";
import { type Handler, serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { revisionOf, type RevisionRow, revisionsOf } from "./content.queries.ts";
import { contentOf, createContentReader, englishChangedOf, readContent } from "./current-content.ts";
import { restore, saveSection } from "./save-section.ts";
import { dataHeaders } from "#server/http/security.ts";
import { readerLanguage, slowDown } from "#server/http/caller.ts";
import { deleteEntry } from "../mailing-list.queries.ts";
import { confirmSubscription, subscribe, subscribersCsv } from "../mailing-list.ts";

const maxVersions = 100;

/**
 * Serves the site content, for visitors and editors, with what codes are called in Spanish. Returns what the server embeds in a page, so that it renders with
 * its texts at once.
 */
export function contentRoutes(
  app: FastifyInstance,
  parts: ConfiguredParts,
  spanishCodes: () => Promise<Record<string, string>>,
) {
  securityTextRoutes(app, parts);
  mailingListRoutes(app, parts);
  const { db, clock, configuration } = parts;
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

/** A version of a section; without a row, the original text. */
function presentRevision(row: RevisionRow | undefined): calls.Revision {
  const englishChanged = englishChangedOf(row);
  if (!row) return { version: 0, savedAt: null, savedBy: "", restoredVersion: null, englishChanged };
  const { version, saved_at, name, restored_version: restoredVersion } = row;
  return { version, savedAt: saved_at.toISOString(), savedBy: name ?? "", restoredVersion, englishChanged };
}

/** The rules of the terms see to it that this is so of each of their points, or of none. */
const isInSpanish = ({ points: [first] }: SiteContent["terms"]) => Boolean(first?.headingInSpanish);

const showsTexts = /^\/(?:home|resources|signup(?:\/.*)?)?\/?$/i;

const half = 182 * 24 * 60 * 60 * 1000; // ms: RFC 9116 wants less than a year

/** Tells whom to write to about a weakness (RFC 9116): the mailbox of the setting, or else the library's own. */
function securityTextRoutes(app: FastifyInstance, parts: ConfiguredParts<"publicUrl" | "securityContact">) {
  const { db, clock, configuration } = parts;
  const read = createContentReader(db);
  app.get("/.well-known/security.txt", async (_request, reply) => {
    const contact = configuration.securityContact ?? `mailto:${(await read()).content.contact.email}`;
    const day = new Date(clock.now().getTime() + half).toISOString().slice(0, 10);
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

/** Per network address: a school may share one for all its staff. So one address cannot use up what all have in an hour. */
const signUps = { aMinute: 6, anHour: 60 };

function mailingListRoutes(app: FastifyInstance, parts: ConfiguredParts): void {
  const { db, clock, configuration } = parts;
  const { rateLimitScale } = configuration;
  const inAnHour = app.createRateLimit({
    max: Math.ceil(signUps.anHour * rateLimitScale),
    timeWindow: "1 hour",
    allowList: [],
  });

  const signUp: Handler<typeof calls.subscribe> = async ({ body }, { request, reply }) => {
    const limit = await inAnHour(request);
    if (!limit.isAllowed && limit.isExceeded) slowDown(reply, limit.ttlInSeconds);
    // only a robot fills in an invisible field; it gets the usual answer
    if (!body.website) {
      const signUp = { address: body.emailAddress, language: readerLanguage(request) };
      await subscribe(parts, signUp, rateLimitScale);
    }
    return { message: ownMessages.subscribed };
  };
  serve(app, calls.subscribe, signUp, { perMinute: Math.ceil(signUps.aMinute * rateLimitScale) });
  serve(app, calls.confirmSubscription, async ({ params }) => {
    await confirmSubscription(parts, params.token);
    return { message: ownMessages.subscriptionConfirmed };
  });
  serve(app, calls.unsubscribe, async ({ params }) => {
    await deleteEntry(db, params.key);
    return { message: ownMessages.unsubscribed };
  });
  serve(app, calls.subscribersCsv, async (_received, { session }) =>
    subscribersCsv(db, { userId: session.userId, at: clock.now() }, configuration),
  );
}
