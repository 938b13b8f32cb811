import * as z from "zod/mini";
import { endpoint } from "../wire/endpoint.ts";

/**
 * What can be wrong with how an instance is set up: a proxy that it does not know, instances with different storages, a
 * storage or a mail server that does not work.
 */
export const warningKinds = ["proxy", "files", "storage", "mail"] as const;
export type WarningKind = (typeof warningKinds)[number];

/** `commit` is empty where the library was built without git. */
const release = { version: z.string(), commit: z.string() };

/** `hosts` are the machines whose instances say it. */
const warning = z.object({
  kind: z.enum(warningKinds),
  sentence: z.string(),
  since: z.string(),
  hosts: z.array(z.string()),
});
export type SystemWarning = z.output<typeof warning>;

const instance = z.object({
  ...release,
  host: z.string(),
  startedAt: z.string(),
  /** When it last said that it lives; it does every ten seconds. */
  seenAt: z.string(),
  /** It gave this answer. */
  isThis: z.boolean(),
});

const system = z.object({
  ...release,
  mode: z.enum(["demonstration", "production"]),
  node: z.string(),
  database: z.object({ version: z.string(), isEmbedded: z.boolean(), bytes: z.number() }),
  migrations: z.object({ count: z.number(), last: z.string(), lastAt: z.string() }),
  /** Pictures and documents: a folder's path, or a bucket and its host. */
  storage: z.object({ isBucket: z.boolean(), place: z.string() }),
  mail: z.object({ isToFiles: z.boolean(), waiting: z.number(), dead: z.number() }),
  jobs: z.object({ waiting: z.number(), running: z.number(), dead: z.number() }),
  /** Those that were seen in the last minute, the latest to start first; at most 50. */
  instances: z.array(instance),
  /** Of all of them, each sentence once. */
  warnings: z.array(warning),
});
export type System = z.output<typeof system>;

/** Extension: what runs here, and what is wrong with how it is set up. */
export const getSystem = endpoint("GET System/Get", { access: "manager", answer: { data: system } });

/** Extension: which version of the library staff have before them. */
export const getRelease = endpoint("GET System/GetRelease", {
  access: "volunteer",
  answer: { data: z.object(release) },
});
