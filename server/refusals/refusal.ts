import { importMessages, messages, ownMessages } from "#contract/wire/messages.ts";
import type { FieldError } from "#contract/wire/endpoint.ts";
import { plainRefusals } from "#contract/wire/refusals.ts";
import type { Reason } from "#contract/wire/reasons.ts";
import * as z from "zod";
import { labelOf } from "#contract/wire/label-of.ts";

type Details = { sentence?: string; errors?: readonly FieldError[] };

/** Answers with 200, isSuccess false, the reason, and its sentence. Nothing is saved. */
export class Refusal extends Error {
  readonly reason: Reason;
  readonly errors: readonly FieldError[] | undefined;

  /** The reasons "invalid" and "unusable-file" need a `sentence`. */
  constructor(reason: Reason, { sentence = sentenceOfReason(reason), errors }: Details = {}) {
    super(sentence);
    this.reason = reason;
    this.errors = errors;
  }
}

/** Throws the objection of a rule, if any. */
export function refuseFor(reason: Reason | undefined): void {
  if (reason) throw new Refusal(reason);
}

/** Builds the refusal of one field, whose sentence is also the form's. */
export function refusalOfField(reason: Reason, field: string): Refusal {
  return new Refusal(reason, { errors: [{ field, message: sentenceOfReason(reason), reason }] });
}

/** Builds the refusal of a form: the specification's header and each sentence once. */
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

type Plain = keyof typeof plainRefusals;

type WithData = Exclude<keyof ReasonOf, Plain>;

const sentences: { [Kind in WithData]: (reason: ReasonOf[Kind]) => string } = {
  "borrower-blocked": ({ because }) => ownMessages.borrowerBlocked(because),
  "borrower-not-clear": (reason) => ownMessages.borrowerNotClear(reason),
  "code-required": () => ownMessages.codeRequired,
  "copies-checked-out": ({ copies }) => copies.map((copy) => ownMessages.copyIsOut(copy)).join(" "),
  "copy-not-out": ({ inactiveReason }) => ownMessages.copyIsNotOut(inactiveReason),
  "faulty-rows": ({ rows }) => importMessages.notGood(rows),
  "import-not-ready": ({ state }) => importMessages.notNow(state),
  "days-fixed": ({ because }) => ownMessages.daysAreFixed[because],
  "labels-out-of-date": ({ labels }) => ownMessages.labelsOutOfDate(labels),
  "lending-limit": (reason) => ownMessages.lendingLimit(reason),
  "link-expired": ({ link }) => (link === "reset" ? ownMessages.resetLinkInvalid : ownMessages.mailLinkInvalid),
  "not-reminded": ({ because }) => ownMessages.notReminded[because],
  "no-room": ({ titles }) => ownMessages.noRoom(titles),
  "only-left": ({ left }) => ownMessages.onlyLeft(left),
  "open-claims": () => ownMessages.openClaimsFirst,
  "order-not-shipped": ({ orderId }) => ownMessages.packedFor(orderId),
  "password-too-short": ({ least }) => ownMessages.passwordTooShort(least),
  "photos-full": ({ most }) => ownMessages.photosFull(most),
  "quantity-too-high": () => messages.field.quantityAboveFive,
  "scans-unsent": ({ scans }) => ownMessages.scansUnsent(scans),
  "ship-before-order": ({ ordered }) => ownMessages.shipBeforeOrder(ordered),
  "short-stock": ({ titles }) => ownMessages.onlyLeftOf(titles),
  "undo-over": ({ what, changedBy }) => ownMessages.changedSince(what, changedBy),
  stale: ({ what, changedBy }) => ownMessages.changedBy(what, changedBy),
  taken: ({ title }) => (title === undefined ? ownMessages.userNameTaken : ownMessages.skuTaken(title)),
  "teaching-days": (reason) => ownMessages.teachingDays(reason),
  "text-too-long": ({ most }) => ownMessages.textTooLong(most),
  "title-in-use": (reason) => ownMessages.titleInUse(reason),
  "too-few-copies": ({ available }) => ownMessages.onlyCopiesAvailable(available),
};

const isPlain = (reason: Reason): reason is ReasonOf[Plain] => reason.kind in plainRefusals;

function sentenceOfReason(reason: Reason): string {
  return isPlain(reason) ? plainRefusals[reason.kind] : sentenceWithData(reason);
}

function sentenceWithData<Kind extends WithData>(reason: ReasonOf[Kind] & { kind: Kind }): string {
  return sentences[reason.kind](reason);
}

/** Builds the refusal of a body whose only problem is text that is too long; undefined for any other. */
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
