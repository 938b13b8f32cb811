import * as z from "zod/mini";

const plainReason = z.object({
  kind: z.enum([
    "cancel-too-late",
    "case-open",
    "case-over",
    "copy-not-available",
    "copy-not-back",
    "copy-of-another-title",
    "end-before-start",
    "held-elsewhere",
    "import-file-gone",
    "import-saved",
    "invalid",
    "line-full",
    "login-expired",
    "mail-expired",
    "mail-not-dead",
    "no-such-version",
    "not-cancelable",
    "not-changeable",
    "not-processing",
    "nothing-owed",
    "not-mailed",
    "nothing-to-check-out",
    "nothing-to-save",
    "order-canceled",
    "order-returned",
    "own-account",
    "password-of-names",
    "password-too-common",
    "quantity-required",
    "second-step-on",
    "second-step-required",
    "renewal-awaited",
    "renewal-not-out",
    "renewal-too-late",
    "renewals-used",
    "return-over",
    "sign-ups-closed",
    "sku-locked",
    "terms-changed",
    "unusable-file",
    "wrong-code",
    "wrong-password",
  ]),
});

const shortTitle = z.object({ id: z.number(), title: z.string(), left: z.number() });

/**
 * Why business refuses: a closed list for programs to decide by and for the browser to translate by. The sentence is
 * for people. `invalid` and `unusable-file` are families (fields with errors, unreadable files) whose sentence says
 * more than their name.
 */
export const reason = z.discriminatedUnion("kind", [
  plainReason,
  /** The password was right, and the account has a second step; `token` is for PassSecondStep. */
  z.object({ kind: z.literal("code-required"), token: z.string() }),
  z.object({ kind: z.literal("copies-checked-out"), copies: z.array(z.string()) }),
  /** It is on no order; null: on the shelf, otherwise why it is inactive, "" when nobody said. */
  z.object({ kind: z.literal("copy-not-out"), inactiveReason: z.nullable(z.string()) }),
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
  z.object({ kind: z.literal("order-not-shipped"), orderId: z.number() }),
  /** Of one title, for a cart. */
  z.object({ kind: z.literal("only-left"), left: z.number() }),
  z.object({ kind: z.literal("password-too-short"), least: z.number() }),
  z.object({ kind: z.literal("quantity-too-high"), most: z.number() }),
  /** For an order: each title that is short, and what is left of it. */
  z.object({ kind: z.literal("short-stock"), titles: z.array(shortTitle) }),
  /** Someone else saved since this was read. */
  z.object({
    kind: z.literal("stale"),
    what: z.enum(["item", "news item", "order", "section"]),
    changedBy: z.string(),
  }),
  /** Another one has it already: a user name, or a SKU with the title that has it. */
  z.object({ kind: z.literal("taken"), what: z.enum(["user name", "SKU number"]), title: z.optional(z.string()) }),
  z.object({ kind: z.literal("too-few-copies"), available: z.number() }),
]);
export type Reason = z.output<typeof reason>;
