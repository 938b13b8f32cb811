import * as calls from "#contract/staff/settings.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { saveSettings, showSettings } from "./save-settings.ts";
import { settingsRow } from "./settings.queries.ts";
import { changedSettings } from "./settings.rules.ts";

const every = 5000; // ms, after which another instance's save holds here too

/** Serves Settings/*, and follows what is stored: from the start, and what other instances save. */
export function settingsRoutes(app: FastifyInstance, parts: ConfiguredParts<"settings">): void {
  const { db, clock, configuration } = parts;
  const { first, follow } = configuration.settings;
  serve(app, calls.getSettings, async () => ({ data: await showSettings(db, first) }));
  serve(app, calls.saveSettings, async ({ body }, { session }) => {
    await saveSettings(parts, body, { userId: session.userId, at: clock.now() });
    return { data: await showSettings(db, first) };
  });

  const look = async () => follow(changedSettings(await settingsRow(db)));
  // a database that does not answer leaves them as they are: the next look may find it again
  const lookQuietly = () => look().catch((error: unknown) => app.log.debug(error, "settings not read"));
  let timer: NodeJS.Timeout | undefined;
  app.addHook("onReady", async () => {
    await lookQuietly();
    timer = setInterval(() => void lookQuietly(), every);
    timer.unref();
  });
  app.addHook("onClose", async () => clearInterval(timer));
}
