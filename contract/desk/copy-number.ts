/** A copy as people type it: "#B12345 copy 2", "b12345-2", "AB-12" or "OWN77". Which copies that are, the database says. */
const copyNumber = /^#?\s*(?<sku>[^\s,;#]{1,6}?)(?:(?:[\s,;#]+(?:copy\s*|no\.?\s*)?|-)#?\d{1,6})?$/i;

export function mayBeCopy(text: string): boolean {
  return copyNumber.test(text.trim()) && /[\p{L}\p{N}]/u.test(text);
}

/** The SKU in such a text: "AB-12" is one as a whole. */
export function skuOf(text: string): string {
  const whole = text.trim().replace(/^#\s*/, "");
  return /^\S{1,6}$/.test(whole) ? whole : (copyNumber.exec(whole)?.groups?.["sku"] ?? "");
}
