import type { Endpoint, FieldError } from "#contract/wire/endpoint.ts";
import type { Reason } from "#contract/wire/reasons.ts";
import fastJson, { type Schema as JsonSchema } from "fast-json-stringify";
import { setImmediate as oneTurn } from "node:timers/promises";
import * as z from "zod";

type Schema = z.core.$ZodType;

const compile = (schema: Schema) => {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- both mean JSON Schema draft 7, in two sets of types
  return fastJson(z.toJSONSchema(schema, { target: "draft-7", io: "output" }) as JsonSchema);
};

/**
 * Compiles the serializer of a call. It writes only what the contract declares, so an extra column in a query never
 * leaks. Long lists are written in pieces so that other requests get their turn.
 */
export function answerWriter(endpoint: Endpoint): (given: unknown) => string | AsyncGenerator<string> {
  if ("bare" in endpoint) return compile(endpoint.bare);
  if ("file" in endpoint) throw new Error(`${endpoint.call} answers with a file`);
  const write = compile(z.object({ isSuccess: z.boolean(), message: z.optional(z.string()), ...endpoint.answer }));
  const { data: list } = endpoint.answer;
  const writeOne = list instanceof z.core.$ZodArray ? compile(list._zod.def.element) : undefined;
  return (given) => {
    const answer = { isSuccess: true, ...(typeof given === "object" ? given : {}) };
    if (!writeOne || !("data" in answer) || !Array.isArray(answer.data)) return write(answer);
    if (answer.data.length <= piece) return write(answer);
    return inPieces(write({ ...answer, data: [] }), answer.data, writeOne);
  };
}

// Some milliseconds of work.
const piece = 500;

async function* inPieces(
  empty: string,
  list: readonly unknown[],
  writeOne: (one: unknown) => string,
): AsyncGenerator<string> {
  const place = empty.indexOf(emptyList) + emptyList.length - 1; // no text contains it: its quotation marks would be escaped
  yield empty.slice(0, place);
  for (let first = 0; first < list.length; first += piece) {
    const written = list.slice(first, first + piece).map((one) => writeOne(one));
    yield (first > 0 ? "," : "") + written.join(",");
    await oneTurn();
  }
  yield empty.slice(place);
}

const emptyList = '"data":[]';

type Why = { reason?: Reason; errors?: readonly FieldError[] | undefined };

/** The envelope of every answer that is not a success. */
export function failure(message: string, { reason, errors }: Why = {}): string {
  return JSON.stringify({ isSuccess: false, message, reason, ...(errors && { data: { errors } }) });
}
