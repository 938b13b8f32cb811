import { largest } from "#contract/catalog/codes.ts";
import * as z from "zod";

/** The part of JSON Schema that the contract uses. */
export const jsonSchema = z.looseObject({
  type: z.optional(
    z.union([z.string(), z.array(z.string()).transform((types) => types.find((type) => type !== "null"))]),
  ),
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
  maximum: z.optional(z.number()),
  maxLength: z.optional(z.number()),
  maxItems: z.optional(z.number()),
  pattern: z.optional(z.string()),
});
export type JsonSchema = z.output<typeof jsonSchema>;

type Path = readonly string[];

/** Returns the JSON schema of a parsed request. */
export function schemaOf(schema: z.core.$ZodType): JsonSchema {
  return jsonSchema.parse(z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }));
}

/** Returns a valid value with every field, and one entry in each list. */
export function sampleOf(schema: JsonSchema): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sampleOf(schema.anyOf[0] ?? {});
  if (schema.type === "object") {
    const fields = Object.entries(schema.properties ?? {});
    return Object.fromEntries(
      fields.map(([name, field]) => [name, isReadVersion(name, field) ? null : sampleOf(field)]),
    );
  }
  if (schema.type === "array") return [sampleOf(schema.items ?? {})];
  if (schema.type === "boolean") return false;
  if (schema.allOf) return "2026-03-02"; // only dates have a format
  if (schema.type === "string" || schema.type === undefined) return textOf(schema);
  return Math.max(1, schema.minimum ?? 1);
}

/** A save may leave out the version that was read. */
const isReadVersion = (name: string, { anyOf }: JsonSchema) =>
  name === "version" && anyOf !== undefined && anyOf.some(({ type }) => type === "null");

const texts = ["x", "a".repeat(32), "A".repeat(32), "2026-03-02T08:00:00Z"];

function textOf({ pattern = "" }: JsonSchema): string {
  const form = new RegExp(pattern, "u");
  return texts.find((text) => form.test(text)) ?? "x";
}

/** Returns all numbers and texts in a schema. */
export function leavesOf(
  schema: JsonSchema,
  path: Path = [],
): { path: Path; isText: boolean; isChoice: boolean; most: number | undefined }[] {
  if (schema.anyOf) return leavesOf(schema.anyOf[0] ?? {}, path);
  if (schema.type === "object")
    return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => leavesOf(field, [...path, name]));
  if (schema.type === "array") return leavesOf(schema.items ?? {}, [...path, "0"]);
  const isText = schema.type !== "integer" && schema.type !== "number";
  return [{ path, isText, isChoice: schema.enum !== undefined, most: schema.maxLength }];
}

/** The largest allowed value at a place, and a slightly larger one. */
export type Limit = { path: Path; within: unknown; beyond: unknown };

/** Returns the limits of texts, lists, and numbers in a schema. Lists are filled with the element that `sample` has there. */
export function limitsOf(schema: JsonSchema, sample: unknown, path: Path = []): Limit[] {
  const { anyOf, type, properties = {}, items = {}, maxItems, maxLength, maximum } = schema;
  const both = (max: number, of: (size: number) => unknown) => [{ path, within: of(max), beyond: of(max + 1) }];
  if (anyOf) return limitsOf(anyOf[0] ?? {}, sample, path);
  if (type === "object")
    return Object.entries(properties).flatMap(([name, field]) => limitsOf(field, sample, [...path, name]));
  if (type === "array") {
    const own = maxItems === undefined ? [] : both(maxItems, (size) => Array.from({ length: size }, () => valueAt(sample, [...path, "0"]))); // prettier-ignore
    return [...own, ...limitsOf(items, sample, [...path, "0"])];
  }
  if (maxLength !== undefined) return both(maxLength, (size) => "x".repeat(size));
  return maximum === undefined || maximum >= largest.integer ? [] : both(maximum, (size) => size);
}

function valueAt(value: unknown, [name, ...rest]: Path): unknown {
  if (name === undefined || typeof value !== "object" || value === null) return value;
  return valueAt(Reflect.get(value, name), rest);
}

/** Returns a copy with another value at a place. */
export function withValue(value: unknown, [name, ...rest]: Path, leaf: unknown): unknown {
  if (name === undefined) return leaf;
  if (Array.isArray(value))
    return value.map((each: unknown, at) => (String(at) === name ? withValue(each, rest, leaf) : each));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, key === name ? withValue(each, rest, leaf) : each]),
  );
}
