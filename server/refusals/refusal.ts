import type { FieldError } from "#contract/wire/endpoint.ts";
import type { Reason } from "#contract/wire/reasons.ts";
import { sentenceOfReason } from "./sentence-of-reason.ts";

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

/** The refusal of one field: its sentence is the whole form's. */
export function refusalOfField(reason: Reason, field: string): Refusal {
  return new Refusal(reason, { errors: [{ field, message: sentenceOfReason(reason), reason }] });
}
