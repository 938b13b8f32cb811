import * as z from "zod";

/** The part of JSON Schema that the contract's schemas become. */
export const jsonSchema = z.looseObject({
  type: z.optional(z.string()),
  enum: z.optional(z.array(z.unknown())),
  get anyOf() {
    return z.optional(z.array(jsonSchema));
  },
  get properties() {
    return z.optional(z.record(z.string(), jsonSchema));
  },
  get items() {
    return z.optional(jsonSchema);
  },
  allOf: z.optional(z.array(z.unknown())),
  minimum: z.optional(z.number()),
  maxLength: z.optional(z.number()),
});
export type JsonSchema = z.output<typeof jsonSchema>;

type Path = readonly string[];

/** What a request must look like after it was read. */
export function schemaOf(schema: z.core.$ZodType): JsonSchema {
  return jsonSchema.parse(z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }));
}

/** A plain value that fits, with every field and one of each list. */
export function sampleOf(schema: JsonSchema): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sampleOf(schema.anyOf[0] ?? {});
  if (schema.type === "object") {
    const fields = Object.entries(schema.properties ?? {});
    return Object.fromEntries(fields.map(([name, field]) => [name, name === "version" ? null : sampleOf(field)]));
  }
  if (schema.type === "array") return [sampleOf(schema.items ?? {})];
  if (schema.type === "boolean") return false;
  if (schema.allOf) return "2026-03-02"; // only days have a form
  if (schema.type === "string" || schema.type === undefined) return "x";
  return Math.max(1, schema.minimum ?? 1);
}

/** The numbers and texts in it, wherever they are. */
export function leavesOf(
  schema: JsonSchema,
  path: Path = [],
): { path: Path; isText: boolean; most: number | undefined }[] {
  if (schema.anyOf) return leavesOf(schema.anyOf[0] ?? {}, path);
  if (schema.type === "object")
    return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => leavesOf(field, [...path, name]));
  if (schema.type === "array") return leavesOf(schema.items ?? {}, [...path, "0"]);
  return [{ path, isText: schema.type !== "integer" && schema.type !== "number", most: schema.maxLength }];
}

/** The same with another value at this place. */
export function withValue(value: unknown, [name, ...rest]: Path, leaf: unknown): unknown {
  if (name === undefined) return leaf;
  if (Array.isArray(value))
    return value.map((each: unknown, at) => (String(at) === name ? withValue(each, rest, leaf) : each));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, key === name ? withValue(each, rest, leaf) : each]),
  );
}
