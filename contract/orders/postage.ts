import * as z from "zod/mini";
import { hundredthsOf } from "../catalog/weights.ts";
import { endpoint } from "../wire/endpoint.ts";
import { idsUpTo } from "../wire/text.ts";
import { maxAtOnce } from "../wire/refusals.ts";

/** The programs whose column names we write; docs/postage.md has the names. */
export const postagePrograms = ["pirate-ship", "stamps", "click-n-ship"] as const;
export type PostageProgram = (typeof postagePrograms)[number];

export const programNames: Record<PostageProgram, string> = {
  "pirate-ship": "Pirate Ship",
  stamps: "Stamps.com",
  "click-n-ship": "USPS Click-N-Ship",
};

type Line = { quantity: number; weight: string };

/**
 * Returns the weight of an order in whole ounces, rounded up: its titles' weights times their copies, without a box. Null
 * if a title has no weight.
 */
export function ouncesOf(lines: readonly Line[]): number | null {
  if (lines.some(({ weight }) => weight === "")) return null;
  const hundredths = lines.reduce((sum, { quantity, weight }) => sum + quantity * hundredthsOf(weight), 0);
  return Math.ceil((hundredths * 16) / 100);
}

/** `ounces` is null if some titles, `withoutWeight`, have no weight. `copiesMissing` still have to be checked out. */
const packageToMail = z.object({
  orderId: z.number(),
  statusId: z.number(),
  borrowerName: z.string(),
  schoolName: z.string(),
  trackingNumber: z.string(),
  ounces: z.nullable(z.number()),
  withoutWeight: z.array(z.object({ inventoryId: z.number(), title: z.string() })),
  copiesMissing: z.number(),
});
export type PackageToMail = z.output<typeof packageToMail>;

const ids = idsUpTo(maxAtOnce);

/**
 * Extension: returns the orders with these comma-separated ids, except closed ones, or else those that are packed and to
 * ship, oldest first. At most a hundred; `total` counts all.
 */
export const getPackagesToMail = endpoint("GET Postage/GetPackages", {
  access: "clerk",
  query: z.object({ ids }),
  answer: { data: z.array(packageToMail), total: z.number() },
});

/** Extension: returns the same orders as a CSV with the column names of a postage program. */
export const postageCsv = endpoint("GET Postage/Csv", {
  access: "clerk",
  query: z.object({
    ids,
    program: z._default(z.enum(postagePrograms, `must be one of ${postagePrograms.join(", ")}`), "pirate-ship"),
  }),
  file: "text/csv",
});
