import fc from "fast-check";
import * as z from "zod";
import { arbitraryOf, requestSchema } from "./arbitrary-of.ts";

const content = z.record(z.string(), z.looseObject({ schema: requestSchema }));

/** The part of the API document that describes requests. */
export const operations = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        description: z.string(),
        parameters: z.array(z.object({ name: z.string(), in: z.string(), schema: requestSchema })),
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
      const filled = path.replace(/\{(\w+)\}/g, (_part, name: string) => encodeURIComponent(asText(params[name])));
      return { method, path, url: `/api${filled}${search.size > 0 ? `?${search.toString()}` : ""}`, by, ...payload };
    });
}

const asText = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed();

type Payload = Pick<FuzzRequest, "headers" | "body">;
const none: Payload = { headers: {} };

function payloadOf({ requestBody }: Operation): fc.Arbitrary<Payload> {
  if (!requestBody) return fc.constant(none);
  const form = requestBody.content["multipart/form-data"];
  if (form) return files(Object.keys(form.schema.properties ?? {})[0] ?? "file");
  const written = arbitraryOf(requestBody.content["application/json"]?.schema ?? {}).map(toJson);
  return fc
    .record({
      body: fc.oneof({ weight: 40, arbitrary: written }, { weight: 1, arbitrary: fc.string() }),
      type: fc.oneof({ weight: 40, arbitrary: fc.constant("application/json") }, fc.constantFrom("text/plain", "x")),
    })
    .map(({ body, type }) => ({ headers: { "content-type": type }, body }));
}

/** Leaves out what JSON can't express. */
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

function files(field: string): fc.Arbitrary<Payload> {
  return fc
    .record({
      name: fc.string({ unit: "grapheme", maxLength: 40 }),
      start: fc.constantFrom(...beginnings),
      rest: fc.uint8Array({ maxLength: 400 }),
      end: fc.constantFrom("\r\n--x--\r\n", "\r\n--x", ""),
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
