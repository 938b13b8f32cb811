import * as z from "zod/mini";
import { endpoint } from "../wire/endpoint.ts";

/**
 * What can be wrong with how the library is set up: a proxy that it does not know, an unsafe setting, a clock that differs from
 * the database's, a storage or a mail server that does not work; or the stock is not what its rows said when it was last compared.
 */
export const warningKinds = ["proxy", "settings", "clock", "storage", "mail", "stock"] as const;
export type WarningKind = (typeof warningKinds)[number];

/** `commit` is empty where the library was built without git. */
const release = { version: z.string(), commit: z.string() };

const warning = z.object({ kind: z.enum(warningKinds), sentence: z.string(), since: z.string() });
export type SystemWarning = z.output<typeof warning>;

/**
 * A look whether all is well: how many titles, or tables and files, were looked at, and what was wrong; `found` are the first
 * hundred, with the title that one is about.
 */
const check = z.object({
  at: z.string(),
  lookedAt: z.number(),
  wrong: z.number(),
  found: z.array(z.object({ itemId: z.nullable(z.number()), title: z.string(), sentence: z.string() })),
});
export type SystemCheck = z.output<typeof check>;

const system = z.object({
  ...release,
  /** The machine and process that gave this answer; several may serve one library. */
  host: z.string(),
  startedAt: z.string(),
  mode: z.enum(["demonstration", "production"]),
  node: z.string(),
  database: z.object({ version: z.string(), isEmbedded: z.boolean(), bytes: z.number() }),
  lastMigration: z.object({ name: z.string(), at: z.string() }),
  /** Pictures and documents: a folder's path, or a bucket and its host. */
  storage: z.object({ isBucket: z.boolean(), place: z.string() }),
  /** A backup of `heldSinceBackupOf` was restored, and nothing is sent until somebody says so; null: mail is sent. */
  mail: z.object({
    isToFiles: z.boolean(),
    waiting: z.number(),
    dead: z.number(),
    heldSinceBackupOf: z.nullable(z.string()),
  }),
  jobs: z.object({ waiting: z.number(), running: z.number(), dead: z.number() }),
  /**
   * `isNightly`: there is a folder for them, and they are made every night; `isRunning`: one is made now, or soon, because somebody
   * asked for it. The last that was made, and why none could be made since; empty: it could.
   */
  backup: z.object({
    isNightly: z.boolean(),
    isRunning: z.boolean(),
    last: z.nullable(z.object({ at: z.string(), name: z.string(), bytes: z.number() })),
    trouble: z.string(),
  }),
  /** The last time that the stock was compared with its rows. */
  stock: z.object({ isRunning: z.boolean(), last: z.nullable(check) }),
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

/** Extension: has the stock compared with its rows now. */
export const checkStock = endpoint("POST System/CheckStock", {
  access: "manager",
  changesNothing: true,
  answer: {},
});

/** Extension: has a backup made now, in the folder of the nightly ones; asked for while one is made, it is that one. */
export const backUpNow = endpoint("POST System/BackUp", { access: "manager", answer: {} });
