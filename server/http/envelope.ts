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

type AnswerWriter = (given: unknown) => string | AsyncGenerator<string>;

const compiled = new WeakMap<Endpoint, AnswerWriter>();

/**
 * The serializer of a call. It writes only what the contract declares, so an extra column in a query never leaks. Compiled
 * at the first answer: all of them at once would take more than half of a start.
 */
export function answerWriter(endpoint: Endpoint): AnswerWriter {
  return (given) => {
    const write = compiled.get(endpoint) ?? compileWriter(endpoint);
    compiled.set(endpoint, write);
    return write(given);
  };
}

/** Long lists are written in pieces: as the client takes them, and so that other requests get their turn. */
function compileWriter(endpoint: Endpoint): AnswerWriter {
  if ("bare" in endpoint) return compile(endpoint.bare);
  if ("file" in endpoint) throw new Error(`${endpoint.call} answers with a file`);
  const write = compile(z.object({ isSuccess: z.boolean(), message: z.optional(z.string()), ...endpoint.answer }));
  const writers = writersOfLists(endpoint.answer.data);
  return (given) => {
    const answer = { isSuccess: true, ...(typeof given === "object" ? given : {}) };
    const data: unknown = "data" in answer ? answer.data : undefined;
    const long = longLists(data, writers);
    return long.length === 0 ? write(answer) : inPieces(write({ ...answer, data: without(long, data) }), long);
  };
}

type Writer = (one: unknown) => string;
type Pieces = AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>;
type Long = { name: string; pieces: Pieces; write: Writer };

/** The writers of one element, for the lists that are data or directly in it, by their name in the answer. */
function writersOfLists(data: Schema | undefined): readonly (readonly [name: string, write: Writer])[] {
  const lists = data instanceof z.core.$ZodObject ? data._zod.def.shape : { data };
  return Object.entries(lists).flatMap(([name, list]) =>
    list instanceof z.core.$ZodArray ? [[name, compile(list._zod.def.element)] as const] : [],
  );
}

function longLists(data: unknown, writers: ReturnType<typeof writersOfLists>): Long[] {
  if (typeof data !== "object" || data === null) return [];
  const isOneList = Array.isArray(data) || isAsync(data);
  return writers.flatMap(([name, write]): Long[] => {
    const list: unknown = isOneList ? data : Reflect.get(data, name);
    if (isAsync(list)) return [{ name, pieces: list, write }];
    return Array.isArray(list) && list.length > piece ? [{ name, pieces: cut(list), write }] : [];
  });
}

/** The data with its long lists empty. */
function without(long: readonly Long[], data: unknown): unknown {
  if (Array.isArray(data) || isAsync(data)) return [];
  return Object.assign({ ...(typeof data === "object" ? data : {}) }, ...long.map(({ name }) => ({ [name]: [] })));
}

const isAsync = (value: unknown): value is AsyncIterable<readonly unknown[]> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

// Some milliseconds of work.
const piece = 500;

function* cut(list: readonly unknown[]): Generator<readonly unknown[]> {
  for (let first = 0; first < list.length; first += piece) yield list.slice(first, first + piece);
}

/** `empty` is the answer with these lists empty, which stand in it in this order. */
async function* inPieces(empty: string, long: readonly Long[]): AsyncGenerator<string> {
  let written = 0;
  for (const { name, pieces, write } of long) {
    const place = empty.indexOf(`"${name}":[]`, written) + name.length + 4; // no text contains it: its quotation marks would be escaped
    yield empty.slice(written, place);
    written = place;
    let comma = "";
    for await (const some of pieces) {
      if (some.length === 0) continue;
      yield comma + some.map((one) => write(one)).join(",");
      comma = ",";
      await oneTurn();
    }
  }
  yield empty.slice(written);
}

type Why = { reason?: Reason; errors?: readonly FieldError[] | undefined };

/** The envelope of every answer that is not a success. */
export function failure(message: string, { reason, errors }: Why = {}): string {
  return JSON.stringify({ isSuccess: false, message, reason, ...(errors && { data: { errors } }) });
}
