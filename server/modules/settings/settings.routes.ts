import * as calls from "#contract/staff/settings.ts";
import type { FastifyInstance } from "fastify";
import { keepLooking } from "#server/http/keep-looking.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { saveSettings, showSettings } from "./save-settings.ts";
import { settingsRow } from "./settings.queries.ts";
import { changedSettings } from "./settings.rules.ts";

/** Serves Settings/*, and follows what is stored: from the start, and what other instances save. */
export function settingsRoutes(app: FastifyInstance, parts: ConfiguredParts<"settings">): void {
  const { db, clock, configuration } = parts;
  const { first, follow } = configuration.settings;
  serve(app, calls.getSettings, async () => ({ data: await showSettings(db, first) }));
  serve(app, calls.saveSettings, async ({ body }, { session }) => {
    await saveSettings(parts, body, { userId: session.userId, at: clock.now() });
    return { data: await showSettings(db, first) };
  });

  keepLooking(app, "settings", async () => follow(changedSettings(await settingsRow(db))));
}
