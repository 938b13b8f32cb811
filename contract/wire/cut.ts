/** Shortens a text without splitting an emoji in half, which neither files nor the database could store. */
export function cut(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, "");
}
