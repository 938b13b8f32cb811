import type { Endpoint } from "#contract/wire/endpoint.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod";
import { checkRules, tooLongRefusal } from "#server/refusals/refusal.ts";
import { HttpError } from "#server/refusals/http-error.ts";

type Schema = z.core.$ZodType;
type Fields = Record<string, unknown>;

/** Parses JSON bodies. An empty body is fine with any header; other content types matter only to calls that read a body. */
export function readBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.decorateRequest("hasForeignBody", false);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    const text = String(body);
    if (text.trim() === "") done(null, undefined);
    else void parseJson(request, text, done);
  });
  app.addContentTypeParser("*", { parseAs: "buffer" }, (request, body, done) => {
    request.hasForeignBody = body.length > 0;
    done(null, undefined);
  });
}

export type Checked = { params: Fields; query: unknown; body: unknown };

/** Returns a function that checks a request against the contract: 400 for a wrong shape, a refusal for a broken rule. */
export function requestReader(endpoint: Endpoint): (request: FastifyRequest) => Checked {
  const params = z.looseObject(endpoint.params ?? {});
  return (request) => {
    checkTexts(request.params, 0);
    const checked: Checked = { params: parse(params, request.params), query: undefined, body: undefined };
    if (endpoint.query) {
      checkTexts(request.query, 0);
      checked.query = parse(endpoint.query, request.query);
    }
    if (endpoint.body) {
      if (request.hasForeignBody) throw new HttpError(415);
      checked.body = parse(endpoint.body, checkTexts(request.body, 0) ?? {}, true);
      if (endpoint.rules) checkRules(endpoint.rules, checked.body);
    }
    return checked;
  };
}

/** Parses a value or throws 400; too long a text in a form is a refusal, which the form can show at the field. */
function parse<S extends Schema>(schema: S, value: unknown, isForm = false): z.output<S> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const tooLong = isForm && tooLongRefusal(result.error.issues);
  if (tooLong) throw tooLong;
  const issue = result.error.issues[0];
  const location = issue?.path.join(".") || "The request";
  throw new HttpError(400, `${location}: ${issue?.message ?? "Invalid input"}.`.replace("..", "."));
}

/**
 * Rejects text that PostgreSQL cannot store: NUL characters and lone surrogates. Composes letters (NFC), so that text is
 * equal, and equally long, no matter which computer it comes from.
 */
function checkTexts(value: unknown, depth: number): unknown {
  if (typeof value === "string") {
    if (value.includes("\0")) throw new HttpError(400, "Text cannot contain the NUL character.");
    if (!value.isWellFormed()) throw new HttpError(400, "Text cannot contain half of a character.");
    return value.normalize("NFC");
  }
  if (typeof value !== "object" || value === null) return value;
  if (depth > 20) throw new HttpError(400, "The request is nested too deeply.");
  for (const [key, inner] of Object.entries(value)) {
    checkTexts(key, depth);
    const read = checkTexts(inner, depth + 1);
    if (read !== inner) Reflect.set(value, key, read);
  }
  return value;
}
