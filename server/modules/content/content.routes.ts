import { getStartConfiguration } from "#contract/content.ts";
import { serve } from "#server/http/serve.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import type { FastifyInstance } from "fastify";
import { siteContent } from "./site-content.ts";

/** Serves what the browser must know before it draws. */
export function contentRoutes(app: FastifyInstance, { configuration }: { configuration: Configuration }): void {
  const { presentation, timeZone, passwordMinLength, loanDays } = configuration;
  serve(app, getStartConfiguration, async () => ({
    data: { presentation, timeZone, passwordMinLength, loanDays, content: siteContent },
  }));
}
