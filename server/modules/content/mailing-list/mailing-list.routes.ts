import * as calls from "#contract/content.ts";
import { ownMessages } from "#contract/messages.ts";
import { readerLanguage } from "#server/http/caller.ts";
import { type Handler, serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { deleteEntry } from "./mailing-list.queries.ts";
import { confirmSubscription, subscribe } from "./subscribe.ts";
import { subscribersCsv } from "./subscribers-csv.ts";

/** Per network address: a school may share one for all its staff. */
const signUpsAMinute = 6;

export function mailingListRoutes(app: FastifyInstance, parts: ConfiguredParts): void {
  const { db, clock, configuration } = parts;

  const signUp: Handler<typeof calls.subscribe> = async ({ body }, { request }) => {
    // only a robot fills in an invisible field; it gets the usual answer
    if (!body.website) {
      const signUp = { address: body.emailAddress, language: readerLanguage(request) };
      await subscribe(parts, signUp, configuration.rateLimitScale);
    }
    return { message: ownMessages.subscribed };
  };
  serve(app, calls.subscribe, signUp, { perMinute: Math.ceil(signUpsAMinute * configuration.rateLimitScale) });
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
