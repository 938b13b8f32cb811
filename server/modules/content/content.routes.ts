import { termsVersion } from "#contract/codes.ts";
import * as calls from "#contract/content.ts";
import type { StartConfiguration } from "#contract/content.ts";
import { messages } from "#contract/messages.ts";
import { pageContent } from "#contract/site/sections.ts";
import { serve } from "#server/http/serve.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import type { Database } from "#server/platform/database.ts";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { presentEditable, presentRevision } from "./content.present.ts";
import { revisionsOf } from "./content.queries.ts";
import { contentOf, createContentReader, readContent } from "./current-content.ts";
import { restore, saveSection } from "./save-section.ts";

type Parts = { db: Database; clock: Clock; configuration: Configuration };

const mostVersions = 100;

/**
 * Serves the site content, for visitors and editors. Returns what the server embeds in a page, so that it renders with
 * its texts at once.
 */
export function contentRoutes(app: FastifyInstance, { db, clock, configuration }: Parts) {
  const read = createContentReader(db);
  const { timeZone, passwordMinLength, loanDays } = configuration;

  const startConfiguration = async (): Promise<StartConfiguration> => {
    const { content, rows } = await read();
    const { site, contact, footer } = content;
    return {
      presentation: site.presentation || configuration.presentation,
      timeZone,
      passwordMinLength,
      loanDays,
      termsVersion: termsVersion(rows.get("terms")?.version),
      content: { site, contact, footer },
    };
  };
  serve(app, calls.getStartConfiguration, async () => ({ data: await startConfiguration() }));
  serve(app, calls.getPageContent, async () => ({ data: (await read()).content }));

  const editable = async () => {
    const { content, rows } = await readContent(db);
    return presentEditable(content, rows);
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
    const { section, version, wantedVersion: wanted } = body;
    await restore({ db, clock }, { section, version, wanted }, { userId: session.userId, at: clock.now() });
    return { data: await editable(), message: messages.done.accountUpdated };
  });

  return async (pathname: string) => ({
    configuration: await startConfiguration(),
    ...(showsTexts.test(pathname) && { pages: z.parse(pageContent, (await read()).content) }),
  });
}

/** The pages made of these texts. */
const showsTexts = /^\/(?:home|resources|signup(?:\/.*)?)?\/?$/i;
