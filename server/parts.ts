import type { Clock } from "./platform/clock.ts";
import type { Configuration } from "./platform/configuration.ts";
import type { Database } from "./platform/database.ts";
import type { ConnectionSettings } from "./platform/connection/connection-settings.ts";
import type { Log } from "./platform/log.ts";
import type { Warnings } from "./platform/setup/warnings.ts";
import type { ContentReader } from "./site/public.ts";

export type Parts = { db: Database; clock: Clock };

/** Adds only the settings that a module reads, so that a test needs no others. */
export type ConfiguredParts<Setting extends keyof Configuration = keyof Configuration> = Parts & {
  configuration: Pick<Configuration, Setting>;
};

/** The parts of every noun's routes. */
export type NounParts = ConfiguredParts & { readContent: ContentReader };

/** The parts of every noun's jobs. */
export type JobParts = NounParts & { connection: ConnectionSettings; log: Log; warnings?: Pick<Warnings, "notice"> };
