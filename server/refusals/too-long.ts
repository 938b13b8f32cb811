import { ownMessages } from "#contract/messages.ts";
import type * as z from "zod";
import { type Refusal, refusalOf } from "./refusal.ts";

/** What forms call a field, where that is not its name on the wire. */
const labels: Readonly<Record<string, string>> = {
  borrowerName: "Full name",
  confirmPassword: "Verify password",
  referenceNumber: "SKU number",
  userName: "Username",
};

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

function labelOf(path: readonly PropertyKey[]): string {
  const name = String(path.findLast((part) => typeof part === "string") ?? "This text");
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return labels[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
