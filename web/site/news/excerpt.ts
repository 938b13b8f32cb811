const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

/** Returns the text of sanitized HTML, for a list's excerpt. */
export function excerptOf(html: string): string {
  return html
    .replaceAll(/<\/(?:h[1-6]|li)>/gi, " · ")
    .replaceAll(/<\/?(?:p|h[1-6]|li|ul|ol|blockquote|pre|br|hr)\b[^>]*>/gi, " ")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/\s+/g, " ")
    .replace(/ · $/, "")
    .trim();
}
