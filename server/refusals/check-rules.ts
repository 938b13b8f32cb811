import { messages } from "#contract/messages.ts";
import type { FieldError } from "#contract/wire/endpoint.ts";
import * as z from "zod";
import { Refusal } from "./refusal.ts";

/** Throws a refusal that lists every broken rule once, after the specification's header. */
export function checkRules(rules: z.core.$ZodType, value: unknown): void {
  const read = z.safeParse(rules, value);
  if (!read.success)
    throw refusalOf(read.error.issues.map((issue) => ({ field: issue.path.join("."), message: issue.message })));
}

/** The refusal of a form: the header, then each sentence once. */
export function refusalOf(errors: readonly FieldError[]): Refusal {
  const sentences = [...new Set(errors.map((error) => error.message))];
  return new Refusal(
    { kind: "invalid" },
    { sentence: [messages.field.correctInvalid, ...sentences].join(" "), errors },
  );
}
