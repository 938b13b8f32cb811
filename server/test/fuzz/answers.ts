import { Ajv2020 } from "ajv/dist/2020.js";
import type { FuzzRequest } from "./requests.ts";

export type FuzzAnswer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

const insides = /\bat \/|node_modules|select |insert |syntax error|password_hash|argon2/i;

/**
 * Checks a response against the API document; returns what's wrong, or undefined. A fault is always wrong; a 503 is fine if
 * it has Retry-After.
 */
export function answerJudge(document: object): (request: FuzzRequest, answer: FuzzAnswer) => string | undefined {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "api");
  const known = new Map<string, (body: unknown) => boolean>();
  const schemaAt = (...names: string[]) => {
    const place = names.map((name) => encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");
    const validate = known.get(place) ?? ajv.compile<unknown>({ $ref: `api#/${place}` });
    known.set(place, validate);
    return validate;
  };
  const isFailure = schemaAt("components", "schemas", "Failure");

  return ({ method, path }, { status, headers, body }) => {
    if (status === 503) return headers["retry-after"] === undefined ? "503 without Retry-After" : undefined;
    if (status >= 500 || status < 200) return `status ${status}`;
    if (insides.test(body) && status !== 200) return "it reveals internals";
    const type = String(headers["content-type"]);
    if (status === 200 && !type.startsWith("application/json")) return undefined; // a file
    const read = jsonOf(body);
    if (read === undefined) return `status ${status} without JSON`;
    const isRight =
      status === 200
        ? schemaAt("paths", path, method.toLowerCase(), "responses", "200", "content", "application/json", "schema")
        : isFailure;
    return isRight(read) ? undefined : `status ${status} outside its schema`;
  };
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
