import type { Clock } from "./platform/clock.ts";
import type { Configuration } from "./platform/configuration.ts";
import type { Database } from "./platform/database.ts";

export type Parts = { db: Database; clock: Clock };

/** Adds only the settings that a module reads, so that a test needs no others. */
export type ConfiguredParts<Setting extends keyof Configuration = keyof Configuration> = Parts & {
  configuration: Pick<Configuration, Setting>;
};
