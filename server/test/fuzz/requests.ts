import fc from "fast-check";
import * as z from "zod";
import { farDates, noDates } from "../odd-dates.ts";

/** The part of JSON Schema that the API document uses for requests. */
const schema = z.looseObject({
  type: z.optional(z.string()),
  enum: z.optional(z.array(z.unknown())),
  get anyOf() {
    return z.optional(z.array(schema));
  },
  get allOf() {
    return z.optional(z.array(schema));
  },
  get properties() {
    return z.optional(z.record(z.string(), schema));
  },
  get items() {
    return z.optional(schema);
  },
  required: z.optional(z.array(z.string())),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  minItems: z.optional(z.number()),
  maxLength: z.optional(z.number()),
});
type Schema = z.output<typeof schema>;

const words = fc.constantFrom(
  "Healthy",
  "corazón",
  "健康",
  "💚",
  "''",
  "--",
  "%",
  "a".repeat(199),
  "#B00001",
  "<b>",
  "\\",
);
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.array(words, { maxLength: 4 }).map((some) => some.join(" ")),
  fc.string({ unit: "binary", maxLength: 300 }),
);

const dates = fc.oneof(
  fc.date({ noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10)),
  fc.constantFrom(...noDates, ...farDates),
);

/** Values on both sides of the limits of number columns. */
const edges = fc.constantFrom(-1, 0, 32_767, 32_768, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 1e308, 0.5);
const anything = fc.oneof(edges, text, fc.anything({ maxDepth: 2, withObjectString: true }));

/** Generates values of a schema, and now and then an invalid one. */
function arbitraryOf(target: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 30, arbitrary: valid(target) }, { weight: 1, arbitrary: anything });
}

function valid(target: Schema): fc.Arbitrary<unknown> {
  if (target.enum) return fc.constantFrom(...target.enum);
  if (target.anyOf) return fc.oneof(...target.anyOf.map(arbitraryOf));
  if (target.type === "object") return objects(target);
  if (target.type === "array")
    return fc.array(arbitraryOf(target.items ?? {}), { minLength: target.minItems ?? 0, maxLength: 5 });
  if (target.type === "boolean") return fc.boolean();
  if (target.type === "null") return fc.constant(null);
  if (target.type === "integer" || target.type === "number") return numbers(target);
  // only dates have a format
  if (target.allOf) return dates;
  if (target.type === "string") return fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: dates });
  return anything;
}

function objects({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, arbitraryOf(field)]));
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
}

/** Generates mostly ids of existing rows. */
function numbers({ minimum = 0, maximum = 100 }: Schema): fc.Arbitrary<number> {
  const lowest = Math.max(minimum, -100);
  return fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: lowest, max: Math.min(maximum, lowest + 40) }) },
    { weight: 1, arbitrary: fc.maxSafeInteger() },
    { weight: 1, arbitrary: edges },
  );
}

const content = z.record(z.string(), z.looseObject({ schema }));

/** The part of the API document that describes requests. */
export const operations = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        description: z.string(),
        parameters: z.array(z.object({ name: z.string(), in: z.string(), schema })),
        requestBody: z.optional(z.object({ content })),
      }),
    ),
  ),
});
type Document = z.output<typeof operations>;

/** The callers. Most requests use the one that the call requires. */
export const callers = ["nobody", "borrower", "admin", "forged"] as const;
export type AskedBy = (typeof callers)[number];

export type FuzzRequest = {
  method: string;
  /** As in the API document. */
  path: string;
  url: string;
  by: AskedBy;
  headers: Record<string, string>;
  body?: string | Buffer;
};

/** Generates requests to all calls of the document, each equally often. */
export function requestsOf({ paths }: Document): fc.Arbitrary<FuzzRequest> {
  const each = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => requestOf(method.toUpperCase(), path, operation)),
  );
  return fc.oneof(...each);
}

type Operation = Document["paths"][string][string];

function requestOf(method: string, path: string, operation: Operation): fc.Arbitrary<FuzzRequest> {
  const of = (place: string) => operation.parameters.filter((parameter) => parameter.in === place);
  const values = (place: string) =>
    Object.fromEntries(of(place).map(({ name, schema }) => [name, arbitraryOf(schema)]));
  return fc
    .record({
      params: fc.record(values("path")),
      query: fc.record(values("query"), { requiredKeys: [] }),
      payload: payloadOf(operation),
      by: callerOf(operation.description),
    })
    .map(({ params, query, payload, by }) => {
      const search = new URLSearchParams(
        Object.fromEntries(Object.entries(query).map(([name, value]) => [name, asText(value)])),
      );
      const route = path.replace(/\{(\w+)\}/g, (_part, name: string) => encodeURIComponent(asText(params[name])));
      return { method, path, url: `/api${route}${search.size > 0 ? `?${search.toString()}` : ""}`, by, ...payload };
    });
}

const asText = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed();

type Payload = Pick<FuzzRequest, "headers" | "body">;
const none: Payload = { headers: {} };

function payloadOf({ requestBody }: Operation): fc.Arbitrary<Payload> {
  if (!requestBody) return fc.constant(none);
  const form = requestBody.content["multipart/form-data"];
  if (form) return files(Object.keys(form.schema.properties ?? {})[0] ?? "file");
  const jsonBody = arbitraryOf(requestBody.content["application/json"]?.schema ?? {}).map(toJson);
  return fc
    .record({
      body: fc.oneof({ weight: 40, arbitrary: jsonBody }, { weight: 1, arbitrary: fc.string() }),
      type: fc.oneof({ weight: 40, arbitrary: fc.constant("application/json") }, fc.constantFrom("text/plain", "x")),
    })
    .map(({ body, type }) => ({ headers: { "content-type": type }, body }));
}

/** Leaves out values that JSON can't express. */
const toJson = (value: unknown) =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === "bigint" ? String(each) : each)) ?? "";

const beginnings = [
  "",
  "\x89PNG\r\n\x1a\n",
  "\xff\xd8\xff\xe0",
  "GIF89a",
  "RIFF\x04\0\0\0WEBPVP8 ",
  "%PDF-1.7\n",
  "Title,SKU\n",
];

const compact = fc.oneof(dates, fc.constant("2026-12-21")).map((day) => day.replaceAll("-", ""));
const lengths = fc.oneof(
  compact.map((day) => `DTEND;VALUE=DATE:${day}`),
  fc.constantFrom("DURATION:P1W", "DURATION:P99999999999999D", "RRULE:FREQ=YEARLY", "SUMMARY:Closed"),
);
const events = fc
  .tuple(compact, lengths)
  .map(([day, length]) => `BEGIN:VEVENT\nDTSTART;VALUE=DATE:${day}\n${length}\nEND:VEVENT\n`);
/** Generates calendars of whole days, possible and impossible. */
const calendars = fc.array(events, { maxLength: 5 }).map((some) => `BEGIN:VCALENDAR\n${some.join("")}END:VCALENDAR\n`);
const tables = fc
  .array(fc.tuple(dates, dates), { maxLength: 5 })
  .map((rows) => `From,To\n${rows.map((row) => row.join(",")).join("\n")}`);

function files(field: string): fc.Arbitrary<Payload> {
  return fc
    .record({
      name: fc.string({ unit: "grapheme", maxLength: 40 }),
      start: fc.oneof(fc.constantFrom(...beginnings), calendars, tables),
      rest: fc.oneof({ weight: 3, arbitrary: fc.constant(new Uint8Array()) }, fc.uint8Array({ maxLength: 400 })),
      end: fc.oneof({ weight: 8, arbitrary: fc.constant("\r\n--x--\r\n") }, fc.constantFrom("\r\n--x", "")),
    })
    .map(({ name, start, rest, end }) => ({
      headers: { "content-type": "multipart/form-data; boundary=x" },
      body: Buffer.concat([
        Buffer.from(`--x\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`),
        Buffer.from(start, "latin1"),
        rest,
        Buffer.from(end),
      ]),
    }));
}

function callerOf(description: string): fc.Arbitrary<AskedBy> {
  const right: AskedBy = /Access: (volunteer|clerk|manager)\b/.test(description) ? "admin" : "borrower";
  return fc.oneof({ weight: 12, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: fc.constantFrom(...callers) });
}
