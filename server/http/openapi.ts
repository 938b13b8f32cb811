import { bodyLimits } from "#contract/wire/size-limits.ts";
import { callParts, type Endpoint } from "#contract/wire/endpoint.ts";
import { reason } from "#contract/wire/refusals.ts";
import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { routeOf } from "#server/http/serve.ts";

type Json = Record<string, unknown>;
type Schema = z.core.$ZodType;

/** Serves the OpenAPI document of the mounted calls at /api/openapi.json, built on first request. */
export function openApi(app: FastifyInstance, calls: readonly Endpoint[]): void {
  let text: string | undefined;
  const isMounted = ({ call }: Endpoint) => {
    const { method, path } = callParts(call);
    return app.hasRoute({ method, url: routeOf(path) });
  };
  app.get("/api/openapi.json", async (_request, reply) =>
    reply.type("application/json; charset=utf-8").send((text ??= JSON.stringify(describeApi(calls.filter(isMounted))))),
  );
}

export function describeApi(calls: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    for (const { path, names } of pathsOf(call)) {
      paths[path] = { ...paths[path], [callParts(call.call).method.toLowerCase()]: operationOf(call, path, names) };
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Lending library",
      version: "1",
      description:
        "A refusal by a library rule is 200 with isSuccess false, a message, and a reason. 400 means a malformed request, " +
        "401 a missing login, 403 the wrong role, and 404 something that does not exist or is not the caller's.",
    },
    servers: [{ url: "/api" }],
    paths,
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: {
        Failure: failureSchema,
        Reason: {
          description:
            "Why a library rule refused the request. Programs should check its kind; the message is for people.",
          ...schemaOf(reason),
        },
      },
    },
  };
}

const text = { type: "string" };
const reasonSchema = { $ref: "#/components/schemas/Reason" };
const fieldError = {
  type: "object",
  properties: { field: text, message: text, reason: reasonSchema },
  required: ["field", "message"],
};
const failureSchema = {
  type: "object",
  properties: {
    isSuccess: { const: false },
    message: text,
    reason: reasonSchema,
    data: { type: "object", properties: { errors: { type: "array", items: fieldError } } },
  },
  required: ["isSuccess", "message"],
};

/** Returns two paths for a call with an optional last segment, which OpenAPI cannot express. */
function pathsOf({ call }: Endpoint): { path: string; names: string[] }[] {
  const path = `/${callParts(call).path.replace(/\/$/, "")}`;
  const paths = path.endsWith("?}") ? [path.replace(/\/\{\w+\?\}$/, ""), path.replace("?}", "}")] : [path];
  return paths.map((template) => ({
    path: template,
    names: [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
  }));
}

function operationOf(endpoint: Endpoint, path: string, names: readonly string[]): Json {
  const body = bodyOf(endpoint);
  return {
    operationId: `${callParts(endpoint.call).method} ${path}`.replace(/\W+/g, "_"),
    tags: [path.split("/")[1]],
    description: `Access: ${endpoint.access}.`,
    ...(endpoint.access !== "anyone" && { security: [{ token: [] }] }),
    parameters: [
      ...names.map((name) => {
        const schema = endpoint.params?.[name];
        return { name, in: "path", required: true, schema: schema ? schemaOf(schema) : text };
      }),
      ...queryOf(endpoint),
    ],
    ...(body && { requestBody: body }),
    responses: {
      "200": { description: "Done, or refused with a message.", content: contentOf(endpoint) },
      default: { description: "An error.", content: json({ $ref: "#/components/schemas/Failure" }) },
    },
  };
}

function queryOf({ query }: Endpoint): Json[] {
  if (!query) return [];
  const { properties, required } = objectSchema.parse(requestSchemaOf(query));
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

function bodyOf({ body, upload, bodyBytes = bodyLimits.usual }: Endpoint): Json | undefined {
  if (upload) {
    const file = { type: "object", properties: { [upload]: { type: "string", format: "binary" } }, required: [upload] };
    return { required: true, content: { "multipart/form-data": { schema: file } } };
  }
  return body && { description: `At most ${bodyBytes / 1024} kB.`, content: json(requestSchemaOf(body)) };
}

function contentOf(endpoint: Endpoint): Json {
  const failure = { $ref: "#/components/schemas/Failure" };
  if ("file" in endpoint)
    return { [endpoint.file]: { schema: { type: "string", format: "binary" } }, ...json(failure) };
  if ("bare" in endpoint) return json(schemaOf(endpoint.bare));
  const answer = schemaOf(
    z.object({ isSuccess: z.literal(true), message: z.optional(z.string()), ...endpoint.answer }),
  );
  return json({ anyOf: [answer, failure] });
}

const json = (schema: Json) => ({ "application/json": { schema } });
const objectSchema = z.object({
  properties: z._default(z.record(z.string(), z.unknown()), {}),
  required: z._default(z.array(z.string()), []),
});

function schemaOf(schema: Schema, io: "input" | "output" = "output"): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}

/** Returns the schema of a request, where fields with a default are optional. */
function requestSchemaOf(schema: Schema): Json {
  const required = objectSchema.safeParse(schemaOf(schema, "input")).data?.required ?? [];
  const { additionalProperties: _closed, ...rest } = schemaOf(schema);
  return "properties" in rest ? { ...rest, required } : rest;
}
