import type { Database } from "#server/platform/database.ts";
import { freeNumberAfter, freeNumbers, newestSkus } from "./next-sku.queries.ts";
import { schemeOf, skuOf } from "./next-sku.rules.ts";

/** The next free SKU in the way that the newest titles of a category are numbered, or without any, all titles. */
export async function nextSku(db: Database, categoryId: number): Promise<string> {
  const scheme = schemeOf(await newestSkus(db, categoryId)) ?? schemeOf(await newestSkus(db, 0));
  if (!scheme) return "";
  const next = skuOf(scheme, [await freeNumberAfter(db, scheme)]);
  return next === "" ? skuOf(scheme, await freeNumbers(db, scheme)) : next; // which reads all of them
}
