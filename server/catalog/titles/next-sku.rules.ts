import { limits } from "#contract/catalog/codes.ts";

/** How SKUs are numbered: "B" and five digits, of which the newest title has `newest`. */
export type SkuScheme = { prefix: string; digits: number; newest: number };

/** The most common way to number among these SKUs, newest first; of two, the newer. */
export function schemeOf(skus: readonly string[]): SkuScheme | undefined {
  const schemes = new Map<string, SkuScheme & { count: number }>();
  for (const sku of skus) {
    const [, prefix = "", number = ""] = /^(.*?)(\d+)$/u.exec(sku) ?? [];
    if (number === "") continue;
    const key = `${prefix.toLowerCase()} ${number.length}`;
    const known = schemes.get(key) ?? { prefix, digits: number.length, newest: Number(number), count: 0 };
    schemes.set(key, { ...known, count: known.count + 1 });
  }
  // the sort is stable: the newer one stays first
  return [...schemes.values()].toSorted((one, other) => other.count - one.count)[0];
}

/** The first of these numbers that makes a SKU that is short enough; "" without one. */
export function skuOf({ prefix, digits }: SkuScheme, numbers: readonly (number | null)[]): string {
  const skus = numbers.flatMap((number) => (number === null ? [] : [prefix + String(number).padStart(digits, "0")]));
  return skus.find((sku) => sku.length <= limits.sku) ?? "";
}
