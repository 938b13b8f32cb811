import type { Endpoint, FieldError } from "#contract/wire/endpoint.ts";
import fastJson, { type Schema as JsonSchema } from "fast-json-stringify";
import * as z from "zod";

type Schema = z.core.$ZodType;

const compile = (schema: Schema) => {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- both mean JSON Schema draft 7, in two sets of types
  return fastJson(z.toJSONSchema(schema, { target: "draft-7", io: "output" }) as JsonSchema);
};

/**
 * Compiles what writes a call's answer as JSON. It writes what the contract declares and nothing else, so a column too
 * many in a query never leaves the house.
 */
export function answerWriter(endpoint: Endpoint): (given: unknown) => string {
  if ("bare" in endpoint) return compile(endpoint.bare);
  if ("file" in endpoint) throw new Error(`${endpoint.call} answers with a file`);
  const write = compile(z.object({ isSuccess: z.boolean(), message: z.optional(z.string()), ...endpoint.answer }));
  return (given) => write({ isSuccess: true, ...(typeof given === "object" ? given : {}) });
}

/** The envelope of every answer that is not a success. */
export function failure(message: string, errors?: readonly FieldError[]): string {
  return JSON.stringify({ isSuccess: false, message, ...(errors && { data: { errors } }) });
}
