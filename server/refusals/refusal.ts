import { messages, ownMessages } from "#contract/wire/messages.ts";
import type { FieldError } from "#contract/wire/endpoint.ts";
import { type Reason, sentenceOf } from "#contract/wire/refusals.ts";
import * as z from "zod";
import { labelOf } from "#contract/wire/text.ts";

/** `cause` is the fault behind the refusal, for the log. */
type Details = { sentence?: string; errors?: readonly FieldError[]; cause?: Error };

/** Answers with 200, isSuccess false, the reason, and its sentence. Nothing is saved. */
export class Refusal extends Error {
  readonly reason: Reason;
  readonly errors: readonly FieldError[] | undefined;

  /** The reasons "invalid" and "unusable-file" need a `sentence`. */
  constructor(reason: Reason, { sentence = sentenceOf(reason), errors, ...cause }: Details = {}) {
    super(sentence, cause);
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
  return new Refusal(reason, { errors: [{ field, message: sentenceOf(reason), reason }] });
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
  const result = z.safeParse(rules, value);
  if (!result.success)
    throw refusalOf(result.error.issues.map((issue) => ({ field: issue.path.join("."), message: issue.message })));
}

/** Builds the refusal of a body whose only problem is text that is too long; undefined for any other. */
export function tooLongRefusal(issues: readonly z.core.$ZodIssue[]): Refusal | undefined {
  const errors = issues.flatMap((issue) => {
    if (issue.code !== "too_big" || issue.origin !== "string") return [];
    const max = Number(issue.maximum);
    const message = ownMessages.tooLong(labelOf(issue.path), max);
    return { field: issue.path.join("."), message, reason: { kind: "text-too-long", max } as const };
  });
  return errors.length === issues.length ? refusalOf(errors) : undefined;
}
