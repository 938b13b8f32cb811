import type { Endpoint, FieldError } from "#contract/wire/endpoint.ts";
import type { Reason } from "#contract/wire/refusals.ts";
import fastJson, { type Schema as JsonSchema } from "fast-json-stringify";
import { setImmediate as oneTurn } from "node:timers/promises";
import * as z from "zod";

type Schema = z.core.$ZodType;

const compile = (schema: Schema) => {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- both mean JSON Schema draft 7, in two sets of types
  return fastJson(z.toJSONSchema(schema, { target: "draft-7", io: "output" }) as JsonSchema);
};

type AnswerWriter = (answer: unknown) => string | AsyncGenerator<string>;

const compiled = new WeakMap<Endpoint, AnswerWriter>();

/**
 * Returns the serializer of a call, which writes only what the contract declares, so an extra column never leaks. It is
 * compiled at the first answer: compiling all of them would take more than half of the startup time.
 */
export function answerWriter(endpoint: Endpoint): AnswerWriter {
  return (answer) => {
    const write = compiled.get(endpoint) ?? compileWriter(endpoint);
    compiled.set(endpoint, write);
    return write(answer);
  };
}

/** Writes long lists in pieces, so that memory stays small and other requests get their turn. */
function compileWriter(endpoint: Endpoint): AnswerWriter {
  if ("bare" in endpoint) return compile(endpoint.bare);
  if ("file" in endpoint) throw new Error(`${endpoint.call} answers with a file`);
  const write = compile(z.object({ isSuccess: z.boolean(), message: z.optional(z.string()), ...endpoint.answer }));
  const writers = writersOfLists(endpoint.answer.data);
  return (result) => {
    const answer = { isSuccess: true, ...(typeof result === "object" ? result : {}) };
    const data: unknown = "data" in answer ? answer.data : undefined;
    const long = longLists(data, writers);
    return long.length === 0 ? write(answer) : inPieces(write({ ...answer, data: without(long, data) }), long);
  };
}

type Writer = (element: unknown) => string;
type Pieces = AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>;
type LongList = { name: string; pieces: Pieces; write: Writer };

/** Compiles element writers for the lists that are `data` or fields of it. */
function writersOfLists(data: Schema | undefined): readonly (readonly [name: string, write: Writer])[] {
  const lists = data instanceof z.core.$ZodObject ? data._zod.def.shape : { data };
  return Object.entries(lists).flatMap(([name, list]) =>
    list instanceof z.core.$ZodArray ? [[name, compile(list._zod.def.element)] as const] : [],
  );
}

function longLists(data: unknown, writers: ReturnType<typeof writersOfLists>): LongList[] {
  if (typeof data !== "object" || data === null) return [];
  const isOneList = Array.isArray(data) || isAsync(data);
  return writers.flatMap(([name, write]): LongList[] => {
    const list: unknown = isOneList ? data : Reflect.get(data, name);
    if (isAsync(list)) return [{ name, pieces: list, write }];
    return Array.isArray(list) && list.length > pieceSize ? [{ name, pieces: cut(list), write }] : [];
  });
}

/** Returns the data with its long lists emptied. */
function without(long: readonly LongList[], data: unknown): unknown {
  if (Array.isArray(data) || isAsync(data)) return [];
  return Object.assign({ ...(typeof data === "object" ? data : {}) }, ...long.map(({ name }) => ({ [name]: [] })));
}

const isAsync = (value: unknown): value is AsyncIterable<readonly unknown[]> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

const pieceSize = 500; // elements: some milliseconds of work

function* cut(list: readonly unknown[]): Generator<readonly unknown[]> {
  for (let first = 0; first < list.length; first += pieceSize) yield list.slice(first, first + pieceSize);
}

/** Yields the answer with its lists filled in; `empty` has them empty, in this order. */
async function* inPieces(empty: string, long: readonly LongList[]): AsyncGenerator<string> {
  let position = 0;
  for (const { name, pieces, write } of long) {
    const end = empty.indexOf(`"${name}":[]`, position) + name.length + 4; // cannot match inside a text, where quotation marks are escaped
    yield empty.slice(position, end);
    position = end;
    let comma = "";
    for await (const piece of pieces) {
      if (piece.length === 0) continue;
      yield comma + piece.map((element) => write(element)).join(",");
      comma = ",";
      await oneTurn();
    }
  }
  yield empty.slice(position);
}

type Details = { reason?: Reason; errors?: readonly FieldError[] | undefined };

/** Returns the envelope of an unsuccessful answer. */
export function failure(message: string, { reason, errors }: Details = {}): string {
  return JSON.stringify({ isSuccess: false, message, reason, ...(errors && { data: { errors } }) });
}
