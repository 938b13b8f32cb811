import type { Clock } from "./platform/clock.ts";
import type { Configuration } from "./platform/configuration.ts";
import type { Database } from "./platform/database.ts";

export type Parts = { db: Database; clock: Clock };

/** With the settings that they read, so that a test needs no others. */
export type ConfiguredParts<Setting extends keyof Configuration = keyof Configuration> = Parts & {
  configuration: Pick<Configuration, Setting>;
};
