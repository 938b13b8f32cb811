import * as calls from "#contract/admin/settings.ts";
import type { FastifyInstance } from "fastify";
import { keepLooking } from "#server/http/keep-looking.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { followSettings, saveSettings, showSettings } from "./save-settings.ts";

/** Serves Settings/*, and follows what is stored: from the start, and what other processes save. */
export function settingsRoutes(app: FastifyInstance, parts: ConfiguredParts<"follow">): void {
  const { db, clock, configuration } = parts;
  serve(app, calls.getSettings, async () => ({ data: await showSettings(db) }));
  serve(app, calls.saveSettings, async ({ body }, { session }) => {
    await saveSettings(parts, body, { userId: session.userId, at: clock.now() });
    return { data: await showSettings(db) };
  });

  keepLooking(app, "settings", async () => followSettings(db, configuration));
}
