import * as z from "zod/mini";
import { fill, unavailableMessage, teachingDays } from "../orders/day-sentences.ts";
import { messages } from "./messages.ts";
import * as own from "./own-messages.ts";

/** The refusals without data, and their sentences. The specification fixes the ones from `messages`. */
export const plainRefusals = {
  "arrival-day": "Choose a date between the ship date and today.",
  "borrower-anonymized": "This order’s borrower was anonymized, so it can’t be reopened.",
  "cancel-final": "It’s too late to undo this. You can order again or contact us.",
  "cancel-too-late": "We’re already packing this order. Please call or email us to change or cancel it.",
  "claim-open": "This copy already has an open claim.",
  "claim-over": "This claim is closed because the copy’s status changed.",
  "copy-held": "This copy is on hold for the next person on the waitlist. Use another copy.",
  "copy-moved": "This copy has moved. Reload to see where it is.",
  "copy-not-available": own.copyNotAvailable,
  "copy-not-back": "This copy hasn’t been returned. Check it in first.",
  "copy-of-another-title": own.copyOfAnotherTitle,
  "copy-still-lent": "Set the copy inactive before you archive it.",
  "end-before-start": own.dateOrder,
  "held-elsewhere":
    "This couldn’t be saved because a larger save, such as an import, is in progress. Try again in a minute.",
  "hold-over": "This copy is no longer on hold for you. If you’re still on the waitlist, you keep your spot.",
  "import-file-gone": "The file is no longer available. Please upload it again.",
  "import-saved": "This import is already saved and can’t be canceled.",
  "in-stock": "This title is back in stock. You can order it now.",
  invalid: messages.field.correctInvalid,
  "line-full": "Every copy ordered of this title is already on the order.",
  "login-expired": "Your login took too long. Please enter your password again.",
  "mail-expired": "This email’s links have expired. Request a new one instead.",
  "mail-not-dead": "This email was sent or is still being tried.",
  "mail-not-held": "Email isn’t on hold. Emails go out as usual.",
  "mailed-today": "This letter was already emailed today. You can email it again tomorrow.",
  "no-backup-folder": "There’s no backup folder. Set BACKUP_DIR to a folder, then restart the library.",
  "no-such-parts": "This title’s parts have changed. Reload to see them.",
  "no-such-version": "This version doesn’t exist.",
  "not-a-colleague": "This borrower isn’t at the same school.",
  "not-cancelable": "Only an order that is New or Processing can be canceled.",
  "not-changeable": "You can change an order’s titles only while it’s New or Processing.",
  "not-mailed": "This letter can’t be emailed. Print it instead.",
  "not-processing": "A single SKU can be removed only while the order is Processing.",
  "not-shipped": "This order hasn’t shipped yet.",
  "merge-by-manager":
    "Ask a manager to merge these accounts. Their email addresses differ, one was just changed, or the address you’d keep isn’t confirmed.",
  "nothing-out": "This borrower has no current loans.",
  "nothing-owed": "This borrower has nothing left to settle.",
  "nothing-to-check-out": messages.trouble.nothingToCheckOut,
  "nothing-to-count": "There are no copies to count on that shelf.",
  "nothing-to-save": "There’s nothing to save. No row adds or changes a title.",
  "nothing-to-take-back": "The new borrower no longer has any of these loans, so the transfer can’t be undone.",
  "nothing-to-undo": "There’s nothing to undo. Every title has changed since this import.",
  "order-canceled": "This order is canceled. Undo the cancellation to change it.",
  "order-returned": "This order is returned. Reopen it to change its copies.",
  "own-account": "You can’t do this to your own account. Ask another manager.",
  "password-guessable": "That password is too easy to guess. Try three or four unrelated words.",
  "photo-gone": "One of your photos is no longer available. Please add it again.",
  "photos-of-day": "You’ve reached today’s limit for photos. Send this as is, or add more tomorrow.",
  "quantity-required": messages.field.quantityRequired,
  "waitlist-full": "You’re on as many waitlists as we allow. Leave one before you join another.",
  "renewal-awaited": "Someone is waiting for these materials. Please send them back.",
  "renewal-not-out": "Only an order that has shipped can be renewed.",
  "renewal-too-late": "This order is too far overdue to renew. Please send it back, or contact us.",
  "renewals-used": "This order can’t be renewed again. Please send it back, or contact us.",
  "reports-full": "You’ve sent us as many reports as we can take for this order. Please call or email us.",
  "return-before-ship": own.returnBeforeShip,
  "same-account": "Choose a different account.",
  "two-step-on": "Two-step verification is already on.",
  "two-step-required": "Set up two-step verification first.",
  "sent-back-day": "Choose a date between the ship date and today.",
  "sent-back-long-ago":
    "You told us at least two weeks ago that it’s on its way, but it hasn’t arrived. Please call or email us.",
  "sign-ups-closed": "The mailing list isn’t taking sign-ups right now.",
  "sku-locked": own.skuLocked,
  "inventory-count-closed": "This inventory count is closed, so new scans don’t count.",
  "inventory-count-marked": "This inventory count’s missing copies are already marked. Undo that first.",
  "inventory-count-open": "Close this inventory count first.",
  "swap-over": "These copies have changed since the swap. Undo the later change first.",
  "terms-changed": "The Terms and Responsibilities have changed. Please read them, then proceed again.",
  unconfirmed: "Please confirm your email address first. You can request the link on your account page.",
  "unusable-file": "This file can’t be used.",
  "wrong-code": "That code is wrong or already used. Wait for the next one.",
  "wrong-password": "Current password is incorrect.",
} as const;

/** Declares a refusal that has data, and builds its sentence from them. */
/* @__NO_SIDE_EFFECTS__ */
function refusal<const Kind extends string, const Data extends z.core.$ZodLooseShape>(
  kind: Kind,
  data: Data,
  sentence: (data: z.output<z.ZodMiniObject<Data>>) => string,
) {
  const sentenceOf = (given: { kind: string }) =>
    given.kind === kind ? sentence(z.parse(z.object(data), given)) : undefined;
  return { schema: z.object({ kind: z.literal(kind), ...data }), sentenceOf };
}

const shortTitle = z.object({ id: z.number(), title: z.string(), left: z.number() });
const someDays = z.object({ from: z.string(), to: z.string() });

/** `1 copy`, `2 copies`. */
const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** The refusals with data. */
const refusals = [
  refusal(
    "borrower-blocked",
    { explanation: z.string() },
    ({ explanation }) =>
      `The library stopped new orders from this account: ${explanation} Its current loans can still be returned.`,
  ),
  refusal(
    "borrower-not-clear",
    { copies: z.number(), orders: z.number(), claims: z.number() },
    ({ copies, orders, claims }) => {
      const parts = [
        ...(copies ? [counted(copies, "copy on loan", "copies on loan")] : []),
        ...(orders ? [counted(orders, "open order", "open orders")] : []),
        ...(claims ? [counted(claims, "open claim", "open claims")] : []),
      ];
      return `This borrower still has ${parts.join(", ")}.`;
    },
  ),
  /** The password was correct, but the account uses two-step verification; `token` is for PassTwoStep. */
  refusal("code-required", { token: z.string() }, () => own.codeRequired),
  refusal("copies-checked-out", { copies: z.array(z.string()) }, ({ copies }) =>
    copies.map((copy) => own.copyIsOut(copy)).join(" "),
  ),
  /** `inactiveReason` is null for a copy on the shelf, and "" for an inactive one without a reason. */
  refusal("copy-not-out", { inactiveReason: z.nullable(z.string()) }, ({ inactiveReason }) =>
    inactiveReason === null
      ? "This copy isn’t checked out. It belongs on the shelf."
      : `This copy isn’t checked out. It’s inactive${inactiveReason && ` (${inactiveReason})`}. If it can be lent, set it active on its title’s page.`,
  ),
  refusal(
    "days-fixed",
    { cause: z.enum(["not-waiting", "not-new", "packed"]) },
    ({ cause }) =>
      ({
        "not-waiting": "You can change an order’s dates only while it’s New or Processing.",
        "not-new": "We’re already packing this order. Please call or email us to change its dates.",
        packed: "A copy is already packed for these dates. Remove it from the order to change them.",
      })[cause],
  ),
  refusal(
    "faulty-rows",
    { rows: z.number() },
    ({ rows }) =>
      `${rows === 1 ? "One row has errors" : `${rows.toLocaleString("en-US")} rows have errors`}. Fix the file, or save the valid rows.`,
  ),
  refusal("import-not-ready", { state: z.string() }, ({ state }) => `You can’t do this now: the import is ${state}.`),
  /** The source of ISBN_LOOKUP_URL has no answer; `source` is its host. */
  refusal(
    "isbn-lookup",
    {
      cause: z.enum(["off", "invalid", "unknown", "unreachable", "slow", "failed", "moved", "unreadable"]),
      source: z.string(),
    },
    ({ cause, source }) =>
      ({
        off: "Looking up ISBNs is turned off.",
        invalid: own.notIsbn,
        unknown: `${source} doesn’t have this ISBN. Fill in the form yourself.`,
        unreachable: `We can’t reach ${source}. Fill in the form yourself, or try again later.`,
        slow: `${source} is taking too long to respond. Fill in the form yourself, or try again later.`,
        failed: `${source} isn’t working right now. Fill in the form yourself, or try again later.`,
        moved: `${source} has moved. Fill in the form yourself, and ask your administrator to check ISBN_LOOKUP_URL.`,
        unreadable: `We can’t read the answer from ${source}. Fill in the form yourself.`,
      })[cause],
  ),
  refusal("labels-out-of-date", { labels: z.number() }, ({ labels }) => own.labelsOutOfDate(labels)),
  /**
   * Limits the copy-days of a borrower's open orders, or the days that they have all copies of a title. `now` includes
   * the refused order, which asks for `copies`, each for `days`; `fits` of them are within the copy-days.
   */
  refusal(
    "lending-limit",
    {
      of: z.enum(["copy-days", "title"]),
      max: z.number(),
      now: z.number(),
      title: z.string(),
      copies: z.number(),
      days: z.number(),
      fits: z.number(),
    },
    (limit) => fill(own.lendingLimitSentence(limit), own.lendingLimitInWords(limit)),
  ),
  refusal("link-expired", { link: z.enum(["reset", "mailing list", "invitation", "mailbox"]) }, ({ link }) =>
    link === "reset" ? "This reset link is no longer valid." : own.mailLinkInvalid,
  ),
  /**
   * Staff emailed `now` borrowers: none, a different number than in the preview, or more than `max` at once or in an
   * hour.
   */
  refusal(
    "message-not-sent",
    { cause: z.enum(["nobody", "too-many", "changed", "hour"]), now: z.number(), max: z.number() },
    ({ cause, now, max }) =>
      ({
        nobody: "None of these borrowers can be emailed.",
        "too-many": `You can email up to ${max} borrowers at a time. This would go to ${now.toLocaleString("en-US")}.`,
        changed: `This email would now go to ${counted(now, "borrower", "borrowers")}. Check the preview again before you send it.`,
        hour: `Staff can send up to ${max.toLocaleString("en-US")} of these emails an hour. Try again later.`,
      })[cause],
  ),
  refusal(
    "not-reminded",
    { cause: z.enum(["nothing-due", "no-mailbox", "today", "off"]) },
    ({ cause }) =>
      ({
        "nothing-due": "Nothing on this order is due.",
        "no-mailbox": "We can’t email this borrower: the account has no login.",
        today: "We already reminded the borrower today.",
        off: "These emails are turned off under Mail.",
      })[cause],
  ),
  /** Titles that aren’t available for the teaching dates, with the nearest dates when they are. */
  refusal(
    "no-room",
    { titles: z.array(z.extend(shortTitle, { before: z.nullable(someDays), next: z.nullable(someDays) })) },
    ({ titles }) => unavailableMessage(titles),
  ),
  /** A borrower with more than `max` open claims can't order. */
  refusal(
    "open-claims",
    { open: z.number(), max: z.number() },
    () =>
      "Before you order again, please settle the lost or damaged items listed in your account. Library staff can help.",
  ),
  refusal(
    "order-not-shipped",
    { orderId: z.number() },
    ({ orderId }) => `This copy is packed for order #${orderId}, which hasn’t shipped. Remove it on the order’s page.`,
  ),
  refusal("only-left", { left: z.number() }, ({ left }) => own.onlyLeft(left)),
  refusal("password-too-short", { min: z.number() }, ({ min }) => `Password must be at least ${min} characters.`),
  refusal("text-too-long", { max: z.number() }, ({ max }) => `This text cannot be longer than ${max} characters.`),
  refusal("photos-full", { max: z.number() }, ({ max }) => `Up to ${max} photos per copy. Remove one to add another.`),
  refusal("quantity-too-high", { max: z.number() }, () => messages.field.quantityAboveFive),
  /** Unsent scans on phones prevent staff from closing an inventory count. */
  refusal(
    "scans-unsent",
    { scans: z.number() },
    ({ scans }) => `${counted(scans, "scan is", "scans are")} still on a phone and not counted yet.`,
  ),
  /** `until` is in words, in the library's time. */
  refusal(
    "reset-waits",
    { until: z.string() },
    ({ until }) =>
      `A clerk just changed this email address, so you can’t send a password reset link until ${until}. A manager can send one now.`,
  ),
  refusal("short-stock", { titles: z.array(shortTitle) }, ({ titles }) =>
    titles
      .map(({ title, left }) => (left === 0 ? `"${title}" is out of stock.` : `Only ${left} of "${title}" in stock.`))
      .join(" "),
  ),
  /** Teaching dates may begin from `first` to `last` (earlier for an unconfirmed mailbox), and cover up to `max` days. */
  refusal(
    "teaching-days",
    {
      cause: z.enum(["too-soon", "too-late", "too-long", "unconfirmed"]),
      first: z.string(),
      last: z.string(),
      max: z.number(),
    },
    (bounds) => teachingDays(bounds),
  ),
  refusal(
    "stale",
    { what: z.enum(["calendar", "entry", "item", "news item", "order", "section"]), changedBy: z.string() },
    ({ what, changedBy }) => `This ${what} was changed by ${changedBy}. Reload to see it.`,
  ),
  /** `title` is the title that already has the SKU number. */
  refusal("taken", { what: z.enum(["user name", "SKU number"]), title: z.optional(z.string()) }, ({ title }) =>
    title === undefined ? own.userNameTaken : `This SKU Number is already used by "${title}".`,
  ),
  /** The first orders that have or reserved copies of a title, and how many more there are. */
  refusal(
    "title-in-use",
    {
      orders: z.array(z.object({ orderId: z.number(), out: z.number(), reserved: z.number() })),
      more: z.number(),
    },
    ({ orders, more }) => {
      const named = orders.map(({ orderId, out, reserved }) =>
        out > 0
          ? `order #${orderId} has ${counted(out, "copy", "copies")}`
          : `order #${orderId} has reserved ${counted(reserved, "copy", "copies")}`,
      );
      const others = more > 0 ? [counted(more, "more order", "more orders")] : [];
      return `This title can’t be archived yet: ${[...named, ...others].join(", ")}.`;
    },
  ),
  refusal(
    "too-few-copies",
    { available: z.number() },
    ({ available }) => `Only ${counted(available, "copy is", "copies are")} available.`,
  ),
  /** `what` names what has changed, such as "its status". */
  refusal(
    "undo-over",
    { what: z.string(), changedBy: z.string() },
    ({ what, changedBy }) =>
      `${changedBy} has changed ${what} since then, so this can’t be undone. Edit the order instead.`,
  ),
];

const keysOf = <Fields extends object>(fields: Fields) =>
  Object.keys(fields).filter((key): key is Extract<keyof Fields, string> => key in fields);

/**
 * A refusal on the wire, which programs and translations depend on. `invalid` and `unusable-file` cover many cases, so
 * their sentences say more than their names.
 */
export const reason = /* @__PURE__ */ z.discriminatedUnion("kind", [
  /* @__PURE__ */ z.object({ kind: /* @__PURE__ */ z.enum(/* @__PURE__ */ keysOf(plainRefusals)) }),
  .../* @__PURE__ */ refusals.map(({ schema }) => schema),
]);
export type Reason = z.output<typeof reason>;

const isPlain = (kind: string): kind is keyof typeof plainRefusals => Object.hasOwn(plainRefusals, kind);

export function sentenceOf(given: Reason): string {
  if (isPlain(given.kind)) return plainRefusals[given.kind];
  return (
    refusals.map(({ sentenceOf: ownSentence }) => ownSentence(given)).find((sentence) => sentence !== undefined) ?? ""
  );
}

/** How many rows of a list staff can act on at once: the longest page. */
export const maxAtOnce = 100;

/** The result for one row of a bulk action; null if it succeeded. */
export const refusalOfOne = z.nullable(z.object({ reason, message: z.string() }));
