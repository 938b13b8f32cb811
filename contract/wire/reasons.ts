import * as z from "zod/mini";
import { plainRefusals } from "./refusals.ts";

const keysOf = <Fields extends object>(fields: Fields) =>
  Object.keys(fields).filter((key): key is Extract<keyof Fields, string> => key in fields);

const plainReason = z.object({ kind: z.enum(/* @__PURE__ */ keysOf(plainRefusals)) });

const shortTitle = z.object({ id: z.number(), title: z.string(), left: z.number() });

const someDays = z.object({ from: z.string(), to: z.string() });

/**
 * Reasons for refusals, which programs and translations depend on. `invalid` and `unusable-file` are families, so their
 * sentence says more than their name.
 */
export const reason = z.discriminatedUnion("kind", [
  plainReason,
  z.object({ kind: z.literal("borrower-blocked"), because: z.string() }),
  /** The borrower still has copies out, or open orders or claims. */
  z.object({ kind: z.literal("borrower-not-clear"), copies: z.number(), orders: z.number(), claims: z.number() }),
  /** The password was right, and the account has two-step verification; `token` is for PassTwoStep. */
  z.object({ kind: z.literal("code-required"), token: z.string() }),
  z.object({ kind: z.literal("copies-checked-out"), copies: z.array(z.string()) }),
  /** Null for a copy on the shelf; "" for an inactive one without a reason. */
  z.object({ kind: z.literal("copy-not-out"), inactiveReason: z.nullable(z.string()) }),
  z.object({ kind: z.literal("days-fixed"), because: z.enum(["not-waiting", "not-new", "packed"]) }),
  z.object({ kind: z.literal("faulty-rows"), rows: z.number() }),
  z.object({ kind: z.literal("import-not-ready"), state: z.string() }),
  z.object({ kind: z.literal("labels-out-of-date"), labels: z.number() }),
  /** Titles in an order, copies on order or on loan, or orders in 24 hours; `now` is what the borrower already has. */
  z.object({
    kind: z.literal("lending-limit"),
    of: z.enum(["titles", "copies", "orders"]),
    most: z.number(),
    now: z.number(),
    isConfirmed: z.boolean(),
  }),
  z.object({ kind: z.literal("link-expired"), link: z.enum(["reset", "mailing list", "invitation", "mailbox"]) }),
  z.object({ kind: z.literal("not-reminded"), because: z.enum(["nothing-due", "no-mailbox", "today", "off"]) }),
  /** Titles that aren’t available for the teaching dates, with the nearest dates for which they are. */
  z.object({
    kind: z.literal("no-room"),
    titles: z.array(z.extend(shortTitle, { before: z.nullable(someDays), next: z.nullable(someDays) })),
  }),
  /** More open claims than `most` block a new order. */
  z.object({ kind: z.literal("open-claims"), open: z.number(), most: z.number() }),
  z.object({ kind: z.literal("order-not-shipped"), orderId: z.number() }),
  z.object({ kind: z.literal("only-left"), left: z.number() }),
  z.object({ kind: z.literal("password-too-short"), least: z.number() }),
  z.object({ kind: z.literal("text-too-long"), most: z.number() }),
  z.object({ kind: z.literal("photos-full"), most: z.number() }),
  z.object({ kind: z.literal("quantity-too-high"), most: z.number() }),
  /** Scans still on phones keep an inventory count open. */
  z.object({ kind: z.literal("scans-unsent"), scans: z.number() }),
  z.object({ kind: z.literal("ship-before-order"), ordered: z.string() }),
  z.object({ kind: z.literal("short-stock"), titles: z.array(shortTitle) }),
  /** Teaching dates may begin from `first` to `last` and cover `most` days. */
  z.object({
    kind: z.literal("teaching-days"),
    because: z.enum(["too-soon", "too-late", "too-long"]),
    first: z.string(),
    last: z.string(),
    most: z.number(),
  }),
  z.object({
    kind: z.literal("stale"),
    what: z.enum(["calendar", "entry", "item", "news item", "order", "section"]),
    changedBy: z.string(),
  }),
  /** `title` is the one that has the SKU number. */
  z.object({ kind: z.literal("taken"), what: z.enum(["user name", "SKU number"]), title: z.optional(z.string()) }),
  /** The first orders that have or reserved copies of a title, and the number of other ones. */
  z.object({
    kind: z.literal("title-in-use"),
    orders: z.array(z.object({ orderId: z.number(), out: z.number(), promised: z.number() })),
    more: z.number(),
  }),
  z.object({ kind: z.literal("too-few-copies"), available: z.number() }),
  /** `what` changed since, such as "its status". */
  z.object({ kind: z.literal("undo-over"), what: z.string(), changedBy: z.string() }),
]);
export type Reason = z.output<typeof reason>;

/** Staff can act on this many rows of a list at once: its longest page. */
export const maxAtOnce = 100;

/** The result of one row of a bulk action; null when it succeeded. */
export const refusalOfOne = z.nullable(z.object({ reason, message: z.string() }));
