/**
 * The beginning of a text, at most this long. Never ends in half of a character, which neither a file nor the database
 * can hold: JavaScript counts an emoji as two.
 */
export function cut(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
}
