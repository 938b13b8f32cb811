import type { FieldError } from "#contract/wire/endpoint.ts";
import * as z from "zod/mini";

// zod's compiled checks need eval, which the content policy forbids
z.config({ jitless: true });

/** Composes letters like the server does, so that both count the same characters. */
function composed(value: unknown): unknown {
  if (typeof value === "string") return value.normalize("NFC");
  if (Array.isArray(value)) return value.map(composed);
  if (typeof value !== "object" || value === null || value.constructor !== Object) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, composed(inner)]));
}

export function brokenRules(rules: z.core.$ZodType, values: unknown): FieldError[] {
  const result = z.safeParse(rules, composed(values));
  if (result.success) return [];
  return result.error.issues.map((issue) => ({
    field: issue.path.join("."),
    message: issue.message,
    ...(issue.code === "too_big" &&
      issue.origin === "string" && { reason: { kind: "text-too-long" as const, max: Number(issue.maximum) } }),
  }));
}
