import { ownMessages } from "#contract/messages.ts";
import { labelOf } from "#contract/wire/label-of.ts";
import type * as z from "zod";
import { type Refusal, refusalOf } from "./refusal.ts";

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
