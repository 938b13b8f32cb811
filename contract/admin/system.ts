import * as z from "zod/mini";
import { endpoint } from "../wire/endpoint.ts";

/**
 * The causes of a warning: an unknown proxy, an unsafe setting, a clock that differs from the database's, a broken
 * storage or mail server, a disk that is almost full, stock that doesn't match its copies and orders, missing or failed backups, backups that can't be
 * restored or haven't been tested, or email on hold after a restore.
 */
export const warningKinds = [
  "proxy",
  "settings",
  "clock",
  "storage",
  "mail",
  "disk",
  "stock",
  "backup",
  "restore-test",
  "mail-hold",
] as const;
export type WarningKind = (typeof warningKinds)[number];

/** `commit` is empty if the library was built without git. */
const release = { version: z.string(), commit: z.string() };

const warning = z.object({ kind: z.enum(warningKinds), sentence: z.string(), since: z.string() });
export type SystemWarning = z.output<typeof warning>;

/** A stock check: how many titles it covered, how many are wrong, and the first hundred findings. */
const check = z.object({
  at: z.string(),
  checkedCount: z.number(),
  wrong: z.number(),
  found: z.array(z.object({ itemId: z.nullable(z.number()), title: z.string(), sentence: z.string() })),
});
export type SystemCheck = z.output<typeof check>;

const system = z.object({
  ...release,
  /** The server that sent this response, since several may serve one library. */
  host: z.string(),
  startedAt: z.string(),
  mode: z.enum(["demonstration", "production"]),
  node: z.string(),
  database: z.object({ version: z.string(), isEmbedded: z.boolean(), bytes: z.number() }),
  lastMigration: z.object({ name: z.string(), at: z.string() }),
  /** Where pictures and documents are stored: the path of a folder, or a bucket and its host. */
  storage: z.object({ isBucket: z.boolean(), place: z.string() }),
  mail: z.object({
    isToFiles: z.boolean(),
    waiting: z.number(),
    dead: z.number(),
  }),
  jobs: z.object({ waiting: z.number(), running: z.number(), dead: z.number() }),
  /**
   * `isNightly` is true when this instance makes nightly backups, `isElsewhere` when the database is backed up by other
   * means, and `isRunning` when a requested backup is pending. `test` is the last restore test; its `trouble` is empty if
   * it succeeded.
   */
  backup: z.object({
    isNightly: z.boolean(),
    isElsewhere: z.boolean(),
    isRunning: z.boolean(),
    last: z.nullable(z.object({ at: z.string(), name: z.string(), bytes: z.number() })),
    test: z.nullable(z.object({ at: z.string(), name: z.string(), trouble: z.string() })),
  }),
  stock: z.object({ isRunning: z.boolean(), last: z.nullable(check) }),
  warnings: z.array(warning),
});
export type System = z.output<typeof system>;

/** Extension: returns the state of the system, with warnings about its setup. */
export const getSystem = endpoint("GET System/Get", { access: "manager", answer: { data: system } });

/** Extension: returns the version of the library. */
export const getRelease = endpoint("GET System/GetRelease", {
  access: "volunteer",
  answer: { data: z.object(release) },
});

/** Extension: starts a check that compares the stock with its copies and orders. */
export const checkStock = endpoint("POST System/CheckStock", {
  access: "manager",
  changesNothing: true,
  answer: {},
});

/** Extension: starts a backup to the folder of the nightly backups, unless a requested backup is already pending. */
export const backUpNow = endpoint("POST System/BackUp", { access: "manager", answer: {} });
