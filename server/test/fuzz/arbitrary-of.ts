import fc from "fast-check";
import * as z from "zod";

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
export type Schema = z.output<typeof schema>;
export const requestSchema = schema;

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

/** Values on both sides of the limits of number columns. */
const edges = fc.constantFrom(-1, 0, 32_767, 32_768, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 1e308, 0.5);
const anything = fc.oneof(edges, text, fc.anything({ maxDepth: 2, withObjectString: true }));

/** Generates values of a schema, and now and then an invalid one. */
export function arbitraryOf(target: Schema): fc.Arbitrary<unknown> {
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
  if (target.allOf) return fc.date({ noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10));
  if (target.type === "string") return text;
  return anything;
}

function objects({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, arbitraryOf(field)]));
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
}

/** Mostly ids of existing rows. */
function numbers({ minimum = 0, maximum = 100 }: Schema): fc.Arbitrary<number> {
  const least = Math.max(minimum, -100);
  return fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: least, max: Math.min(maximum, least + 40) }) },
    { weight: 1, arbitrary: fc.maxSafeInteger() },
    { weight: 1, arbitrary: edges },
  );
}
