import type { FieldError } from "#contract/wire/endpoint.ts";
import * as z from "zod/mini";

// zod's compiled checks need eval, which the content policy forbids
z.config({ jitless: true });

export function brokenRules(rules: z.core.$ZodType, values: unknown): FieldError[] {
  const result = z.safeParse(rules, values);
  if (result.success) return [];
  return result.error.issues.map((issue) => ({
    field: issue.path.join("."),
    message: issue.message,
    ...(issue.code === "too_big" &&
      issue.origin === "string" && { reason: { kind: "text-too-long" as const, max: Number(issue.maximum) } }),
  }));
}
