import { importMessages, messages, ownMessages } from "#contract/messages.ts";
import type { FieldError } from "#contract/wire/endpoint.ts";
import type { Reason } from "#contract/wire/reasons.ts";
import * as z from "zod";
import { labelOf } from "#contract/wire/label-of.ts";

type Details = { sentence?: string; errors?: readonly FieldError[] };

/** A business refusal: answered with 200, isSuccess false, the reason, and its sentence. Nothing was saved. */
export class Refusal extends Error {
  readonly reason: Reason;
  readonly errors: readonly FieldError[] | undefined;

  /** `sentence` is for the reasons that are families: "invalid" and "unusable-file". */
  constructor(reason: Reason, { sentence = sentenceOfReason(reason), errors }: Details = {}) {
    super(sentence);
    this.reason = reason;
    this.errors = errors;
  }
}

/** Throws what a rule objects, if anything. */
export function refuseFor(reason: Reason | undefined): void {
  if (reason) throw new Refusal(reason);
}

/** The refusal of one field: its sentence is the whole form's. */
export function refusalOfField(reason: Reason, field: string): Refusal {
  return new Refusal(reason, { errors: [{ field, message: sentenceOfReason(reason), reason }] });
}

/** The refusal of a form: the specification's header, then each sentence once. */
export function refusalOf(errors: readonly FieldError[]): Refusal {
  const sentences = [...new Set(errors.map((error) => error.message))];
  return new Refusal(
    { kind: "invalid" },
    { sentence: [messages.field.correctInvalid, ...sentences].join(" "), errors },
  );
}

/** Throws a refusal that lists every broken rule. */
export function checkRules(rules: z.core.$ZodType, value: unknown): void {
  const read = z.safeParse(rules, value);
  if (!read.success)
    throw refusalOf(read.error.issues.map((issue) => ({ field: issue.path.join("."), message: issue.message })));
}

type ReasonOf = { [Each in Reason as Each["kind"]]: Each };

const sentences: { [Kind in keyof ReasonOf]: (reason: ReasonOf[Kind]) => string } = {
  "borrower-blocked": ({ because }) => ownMessages.borrowerBlocked(because),
  "borrower-forgotten": () => ownMessages.borrowerForgotten,
  "borrower-not-clear": (reason) => ownMessages.borrowerNotClear(reason),
  "cancel-final": () => ownMessages.cancelFinal,
  "cancel-too-late": () => ownMessages.cancelTooLate,
  "case-open": () => ownMessages.caseIsOpen,
  "case-over": () => ownMessages.caseIsOver,
  "code-required": () => ownMessages.codeRequired,
  "copies-checked-out": ({ copies }) => copies.map((copy) => ownMessages.copyIsOut(copy)).join(" "),
  "copy-held": () => ownMessages.copyIsHeld,
  "copy-moved": () => ownMessages.copyHasMoved,
  "copy-not-available": () => ownMessages.copyNotAvailable,
  "copy-not-back": () => ownMessages.copyIsNotBack,
  "copy-of-another-title": () => ownMessages.copyOfAnotherTitle,
  "copy-still-lent": () => ownMessages.copyIsStillLent,
  "copy-not-out": ({ inactiveReason }) => ownMessages.copyIsNotOut(inactiveReason),
  "end-before-start": () => ownMessages.dateOrder,
  "faulty-rows": ({ rows }) => importMessages.notGood(rows),
  "held-elsewhere": () => ownMessages.heldElsewhere,
  "hold-over": () => ownMessages.holdIsOver,
  "import-file-gone": () => importMessages.fileChanged,
  "import-not-ready": ({ state }) => importMessages.notNow(state),
  "import-saved": () => importMessages.alreadySaved,
  "in-stock": () => ownMessages.inStockAgain,
  invalid: () => messages.field.correctInvalid,
  "days-fixed": ({ because }) => ownMessages.daysAreFixed[because],
  "labels-out-of-date": ({ labels }) => ownMessages.labelsOutOfDate(labels),
  "lending-limit": (reason) => ownMessages.lendingLimit(reason),
  "line-full": () => ownMessages.lineIsFull,
  "link-expired": ({ link }) => (link === "reset" ? ownMessages.resetLinkInvalid : ownMessages.mailLinkInvalid),
  "login-expired": () => ownMessages.loginExpired,
  "mail-expired": () => ownMessages.mailIsOver,
  "mail-not-dead": () => ownMessages.mailNotDead,
  "mail-not-held": () => ownMessages.mailNotHeld,
  "no-such-parts": () => ownMessages.noSuchParts,
  "no-such-version": () => ownMessages.noSuchVersion,
  "not-a-colleague": () => ownMessages.notAColleague,
  "same-account": () => ownMessages.sameAccount,
  "not-cancelable": () => ownMessages.onlyWaitingOrders,
  "not-changeable": () => ownMessages.onlyWaitingOrdersChange,
  "not-processing": () => ownMessages.removeOnlyWhileProcessing,
  "not-reminded": ({ because }) => ownMessages.notReminded[because],
  "not-shipped": () => ownMessages.notShipped,
  "nothing-out": () => ownMessages.nothingOut,
  "nothing-owed": () => ownMessages.nothingIsOwed,
  "mailed-today": () => ownMessages.letterMailedToday,
  "not-mailed": () => ownMessages.letterNotMailed,
  "nothing-to-check-out": () => messages.trouble.nothingToCheckOut,
  "nothing-to-count": () => ownMessages.nothingToCount,
  "nothing-to-save": () => importMessages.nothingToSave,
  "nothing-to-take-back": () => ownMessages.nothingToTakeBack,
  "nothing-to-undo": () => importMessages.nothingToUndo,
  "no-room": ({ titles }) => ownMessages.noRoom(titles),
  "only-left": ({ left }) => ownMessages.onlyLeft(left),
  "open-cases": () => ownMessages.openCasesFirst,
  "order-not-shipped": ({ orderId }) => ownMessages.packedFor(orderId),
  "own-account": () => ownMessages.ownAccountStays,
  "order-canceled": () => ownMessages.orderIsCanceled,
  "order-returned": () => ownMessages.orderIsReturned,
  "password-of-names": () => ownMessages.passwordOfNames,
  "password-too-common": () => ownMessages.passwordTooCommon,
  "password-too-short": ({ least }) => ownMessages.passwordTooShort(least),
  "photo-gone": () => ownMessages.photoGone,
  "photos-of-day": () => ownMessages.photosOfDay,
  "photos-full": ({ most }) => ownMessages.photosFull(most),
  "queues-full": () => ownMessages.queuesFull,
  "quantity-required": () => messages.field.quantityRequired,
  "quantity-too-high": () => messages.field.quantityAboveFive,
  "second-step-on": () => ownMessages.secondStepIsOn,
  "second-step-required": () => ownMessages.secondStepRequired,
  "renewal-awaited": () => ownMessages.renewalAwaited,
  "renewal-not-out": () => ownMessages.renewOnlyShipped,
  "renewal-too-late": () => ownMessages.renewalTooLate,
  "renewals-used": () => ownMessages.renewalsUsed,
  "return-before-ship": () => ownMessages.returnBeforeShip,
  "reports-full": () => ownMessages.reportsFull,
  "return-over": () => ownMessages.returnIsOver,
  "renewal-over": () => ownMessages.renewalIsOver,
  "status-over": () => ownMessages.statusIsOver,
  "scans-unsent": ({ scans }) => ownMessages.scansUnsent(scans),
  "arrival-day": () => ownMessages.sentBackDay,
  "sent-back-day": () => ownMessages.sentBackDay,
  "sent-back-long-ago": () => ownMessages.sentBackLongAgo,
  "ship-before-order": ({ ordered }) => ownMessages.shipBeforeOrder(ordered),
  "short-stock": ({ titles }) => ownMessages.onlyLeftOf(titles),
  "sign-ups-closed": () => ownMessages.signUpsClosed,
  "no-backup-folder": () => ownMessages.noBackupFolder,
  "sku-locked": () => ownMessages.skuLocked,
  "stock-take-closed": () => ownMessages.stockTakeIsClosed,
  "stock-take-marked": () => ownMessages.stockTakeIsMarked,
  "stock-take-open": () => ownMessages.stockTakeIsOpen,
  "swap-over": () => ownMessages.swapIsOver,
  stale: ({ what, changedBy }) => ownMessages.changedBy(what, changedBy),
  taken: ({ title }) => (title === undefined ? ownMessages.userNameTaken : ownMessages.skuTaken(title)),
  "teaching-days": (reason) => ownMessages.teachingDays(reason),
  "terms-changed": () => ownMessages.termsChanged,
  "text-too-long": ({ most }) => ownMessages.textTooLong(most),
  "title-in-use": (reason) => ownMessages.titleInUse(reason),
  "too-few-copies": ({ available }) => ownMessages.onlyCopiesAvailable(available),
  "unusable-file": () => "This file cannot be used.",
  "wrong-code": () => ownMessages.codeWrong,
  "wrong-password": () => ownMessages.currentPasswordWrong,
};

function sentenceOfReason<Kind extends keyof ReasonOf>(reason: ReasonOf[Kind] & { kind: Kind }): string {
  return sentences[reason.kind](reason);
}

/** The refusal of a body whose only fault are texts that are too long; undefined for any other. */
export function tooLongRefusal(issues: readonly z.core.$ZodIssue[]): Refusal | undefined {
  const errors = issues.flatMap((issue) => {
    if (issue.code !== "too_big" || issue.origin !== "string") return [];
    const most = Number(issue.maximum);
    const field = issue.path.join(".");
    return {
      field,
      message: ownMessages.tooLong(labelOf(issue.path), most),
      reason: { kind: "text-too-long", most } as const,
    };
  });
  return errors.length === issues.length ? refusalOf(errors) : undefined;
}
