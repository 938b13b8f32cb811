import * as calls from "#contract/content.ts";
import { ownMessages } from "#contract/messages.ts";
import { readerLanguage, slowDown } from "#server/http/caller.ts";
import { type Handler, serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { deleteEntry } from "./mailing-list.queries.ts";
import { confirmSubscription, subscribe } from "./subscribe.ts";
import { subscribersCsv } from "./subscribers-csv.ts";

/** Per network address: a school may share one for all its staff. So one address cannot use up what all have in an hour. */
const signUps = { aMinute: 6, anHour: 60 };

export function mailingListRoutes(app: FastifyInstance, parts: ConfiguredParts): void {
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
