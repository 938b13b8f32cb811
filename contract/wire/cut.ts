/** Returns the beginning of a text, never ending in half an emoji, which neither files nor the database can store. */
export function cut(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, "");
}
