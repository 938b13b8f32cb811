import * as z from "zod/mini";
import { plainRefusals } from "./refusals.ts";

/** The names of a record's fields, as their type has them. */
const keysOf = <Fields extends object>(fields: Fields) =>
  Object.keys(fields).filter((key): key is Extract<keyof Fields, string> => key in fields);

const plainReason = z.object({ kind: z.enum(/* @__PURE__ */ keysOf(plainRefusals)) });

const shortTitle = z.object({ id: z.number(), title: z.string(), left: z.number() });

const someDays = z.object({ from: z.string(), to: z.string() });

/**
 * Why business refuses: a closed list for programs to decide by and for the browser to translate by. The sentence is
 * for people. `invalid` and `unusable-file` are families (fields with errors, unreadable files) whose sentence says
 * more than their name.
 */
export const reason = z.discriminatedUnion("kind", [
  plainReason,
  z.object({ kind: z.literal("borrower-blocked"), because: z.string() }),
  /** Something of a borrower is open: how many copies are out, orders and claims open. */
  z.object({ kind: z.literal("borrower-not-clear"), copies: z.number(), orders: z.number(), claims: z.number() }),
  /** The password was right, and the account has a second step; `token` is for PassTwoStep. */
  z.object({ kind: z.literal("code-required"), token: z.string() }),
  z.object({ kind: z.literal("copies-checked-out"), copies: z.array(z.string()) }),
  /** It is on no order; null: on the shelf, otherwise why it is inactive, "" when nobody said. */
  z.object({ kind: z.literal("copy-not-out"), inactiveReason: z.nullable(z.string()) }),
  /** The days of an order stay: it is being packed, or over. */
  z.object({ kind: z.literal("days-fixed"), because: z.enum(["not-waiting", "not-new", "packed"]) }),
  z.object({ kind: z.literal("faulty-rows"), rows: z.number() }),
  z.object({ kind: z.literal("import-not-ready"), state: z.string() }),
  z.object({ kind: z.literal("labels-out-of-date"), labels: z.number() }),
  /** A borrower may not have more: titles in an order, copies ordered and out, or orders in 24 hours; `now` they have. */
  z.object({
    kind: z.literal("lending-limit"),
    of: z.enum(["titles", "copies", "orders"]),
    most: z.number(),
    now: z.number(),
    isConfirmed: z.boolean(),
  }),
  z.object({ kind: z.literal("link-expired"), link: z.enum(["reset", "mailing list", "invitation", "mailbox"]) }),
  /** Nobody is reminded of an order: nothing of it is out and due, nobody reads the mailbox, it happened today, or staff turned it off. */
  z.object({ kind: z.literal("not-reminded"), because: z.enum(["nothing-due", "no-mailbox", "today", "off"]) }),
  /** For an order by teaching days: titles without room on some of them, what is left, and the nearest days that do. */
  z.object({
    kind: z.literal("no-room"),
    titles: z.array(z.extend(shortTitle, { before: z.nullable(someDays), next: z.nullable(someDays) })),
  }),
  /** A borrower with more open claims than `most` may not order. */
  z.object({ kind: z.literal("open-claims"), open: z.number(), most: z.number() }),
  z.object({ kind: z.literal("order-not-shipped"), orderId: z.number() }),
  /** Of one title, for a cart. */
  z.object({ kind: z.literal("only-left"), left: z.number() }),
  z.object({ kind: z.literal("password-too-short"), least: z.number() }),
  /** Of one field. */
  z.object({ kind: z.literal("text-too-long"), most: z.number() }),
  z.object({ kind: z.literal("photos-full"), most: z.number() }),
  z.object({ kind: z.literal("quantity-too-high"), most: z.number() }),
  /** A inventory count is not closed: so many scans are still in phones. */
  z.object({ kind: z.literal("scans-unsent"), scans: z.number() }),
  /** An order would leave before the day on which it was placed. */
  z.object({ kind: z.literal("ship-before-order"), ordered: z.string() }),
  /** For an order: each title that is short, and what is left of it. */
  z.object({ kind: z.literal("short-stock"), titles: z.array(shortTitle) }),
  /** Teaching days may begin from `first` to `last`, and be `most`. */
  z.object({
    kind: z.literal("teaching-days"),
    because: z.enum(["too-soon", "too-late", "too-long"]),
    first: z.string(),
    last: z.string(),
    most: z.number(),
  }),
  /** Someone else saved since this was read. */
  z.object({
    kind: z.literal("stale"),
    what: z.enum(["calendar", "entry", "item", "news item", "order", "section"]),
    changedBy: z.string(),
  }),
  /** Another one has it already: a user name, or a SKU with the title that has it. */
  z.object({ kind: z.literal("taken"), what: z.enum(["user name", "SKU number"]), title: z.optional(z.string()) }),
  /** A title cannot be archived: the orders that have copies or were promised some, and how many more there are. */
  z.object({
    kind: z.literal("title-in-use"),
    orders: z.array(z.object({ orderId: z.number(), out: z.number(), promised: z.number() })),
    more: z.number(),
  }),
  z.object({ kind: z.literal("too-few-copies"), available: z.number() }),
  /** A change can't be undone: somebody changed something else since, like "its status". */
  z.object({ kind: z.literal("undo-over"), what: z.string(), changedBy: z.string() }),
]);
export type Reason = z.output<typeof reason>;

/** How many things of a list staff do something with at once: its longest page. */
export const maxAtOnce = 100;

/** What became of one of many: null when it was done, or why it was not. */
export const refusalOfOne = z.nullable(z.object({ reason, message: z.string() }));
