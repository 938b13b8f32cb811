import type { Endpoint } from "#contract/wire/endpoint.ts";
import type { FastifyRequest } from "fastify";
import * as z from "zod";
import { checkRules } from "#server/refusals/check-rules.ts";
import { HttpError } from "#server/refusals/http-error.ts";

type Schema = z.core.$ZodType;
type Fields = Record<string, unknown>;

/** Checks a request against its declaration: a wrong shape is 400, a broken rule is a refusal. */
export type Checked = { params: Fields; query: unknown; body: unknown };

/** Compiles the check of a call once. */
export function requestReader(endpoint: Endpoint): (request: FastifyRequest) => Checked {
  const params = z.looseObject(endpoint.params ?? {});
  return (request) => {
    refuseNul(request.params, 0);
    const checked: Checked = { params: parse(params, request.params, ""), query: undefined, body: undefined };
    if (endpoint.query) {
      refuseNul(request.query, 0);
      checked.query = parse(endpoint.query, request.query, "");
    }
    if (endpoint.body) {
      if (request.hasForeignBody) throw new HttpError(415);
      refuseNul(request.body, 0);
      checked.body = parse(endpoint.body, request.body ?? {}, "");
      if (endpoint.rules) checkRules(endpoint.rules, checked.body);
    }
    return checked;
  };
}

function parse<S extends Schema>(schema: S, value: unknown, name: string): z.output<S> {
  const read = z.safeParse(schema, value);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  const place = issue?.path.join(".") || name || "The request";
  throw new HttpError(400, `${place}: ${issue?.message ?? "Invalid input"}.`.replace("..", "."));
}

/** PostgreSQL cannot store NUL in text, and no honest client sends it. */
function refuseNul(value: unknown, depth: number): void {
  if (typeof value === "string") {
    if (value.includes("\0")) throw new HttpError(400, "Text cannot contain the NUL character.");
  } else if (typeof value === "object" && value !== null) {
    if (depth > 20) throw new HttpError(400, "The request is nested too deeply.");
    for (const [key, inner] of Object.entries(value)) {
      refuseNul(key, depth);
      refuseNul(inner, depth + 1);
    }
  }
}
