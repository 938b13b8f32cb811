import type { FieldError } from "#contract/wire/endpoint.ts";
import * as z from "zod/mini";

// zod's compiled checks need eval, which the content policy forbids
z.config({ jitless: true });

export function brokenRules(rules: z.core.$ZodType, values: unknown): FieldError[] {
  const read = z.safeParse(rules, values);
  if (read.success) return [];
  return read.error.issues.map((issue) => ({
    field: issue.path.join("."),
    message: issue.message,
    ...(issue.code === "too_big" &&
      issue.origin === "string" && { reason: { kind: "text-too-long" as const, max: Number(issue.maximum) } }),
  }));
}
