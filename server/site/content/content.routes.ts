import * as calls from "#contract/site/content.ts";
import { messages, ownMessages } from "#contract/wire/messages.ts";
import { readerLanguage } from "#server/http/caller.ts";
import { dataHeaders } from "#server/http/security.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts, NounParts } from "#server/parts.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import type { FastifyInstance } from "fastify";
import { confirmSubscription, subscribe, subscribersCsv } from "../mailing-list.ts";
import { deleteEntry } from "../mailing-list.queries.ts";
import { editableContent, historyOf, termsOf } from "./current-content.ts";
import { restore, saveSection } from "./save-section.ts";
import { type SpanishCodes, visitorContent } from "./visitor-content.ts";

/** Serves the site content for visitors and editors. Returns a function that collects the texts to embed in a page. */
export function contentRoutes(app: FastifyInstance, parts: NounParts, spanishCodes: SpanishCodes) {
  mailingListRoutes(app, parts);
  const { db } = parts;
  const content = visitorContent(parts, spanishCodes);

  serve(app, calls.getStartConfiguration, async ({ query }) => ({
    data: await content.startConfiguration(query.language),
  }));
  serve(app, calls.getPageContent, async ({ query }) => ({ data: await content.pages(query.language) }));
  serve(app, calls.getTerms, async ({ params, query }) => ({
    data: await termsOf(db, params.version, query.language),
  }));
  app.get("/.well-known/security.txt", async (_request, reply) =>
    reply
      .headers(dataHeaders)
      .type("text/plain; charset=utf-8")
      .send(await content.securityText()),
  );

  serve(app, calls.getEditableContent, async () => ({ data: await editableContent(db) }));
  serve(app, calls.getSectionHistory, async ({ params }) => ({ data: await historyOf(db, params.section) }));
  serve(app, calls.saveSection, async ({ body }, { actor }) => {
    await saveSection(parts, body, actor);
    return { data: await editableContent(db), message: messages.done.accountUpdated };
  });
  serve(app, calls.restoreSection, async ({ body }, { actor }) => {
    await restore(parts, body, actor);
    return { data: await editableContent(db), message: messages.done.accountUpdated };
  });
  return content.embedded;
}

/** Per network address, which a whole school may share. */
const maxSignUps = { perMinute: 6, perHour: 60 };

function mailingListRoutes(app: FastifyInstance, parts: ConfiguredParts): void {
  const { db, configuration } = parts;
  const { rateLimitScale } = configuration;
  const hourlyLimit = app.createRateLimit({
    max: Math.ceil(maxSignUps.perHour * rateLimitScale),
    timeWindow: "1 hour",
    allowList: [],
  });

  serve(
    app,
    calls.subscribe,
    async ({ body }, { request }) => {
      const limit = await hourlyLimit(request);
      if (!limit.isAllowed && limit.isExceeded) throw new HttpError(429, undefined, limit.ttlInSeconds);
      await subscribe(parts, body, readerLanguage(request));
      return { message: ownMessages.subscribed };
    },
    { perMinute: Math.ceil(maxSignUps.perMinute * rateLimitScale) },
  );
  serve(app, calls.confirmSubscription, async ({ body }) => {
    await confirmSubscription(parts, body.token);
    return { message: ownMessages.subscriptionConfirmed };
  });
  const leave = async (key: string) => {
    await deleteEntry(db, key);
    return { message: ownMessages.unsubscribed };
  };
  serve(app, calls.leaveMailingList, ({ body }) => leave(body.token));
  serve(app, calls.unsubscribe, ({ params }) => leave(params.key));
  serve(app, calls.subscribersCsv, async (_request, { actor }) => subscribersCsv(db, actor, configuration));
}
