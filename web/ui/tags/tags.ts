export function tagsOf(text: string): string[] {
  const found = new Map<string, string>();
  for (const part of text.split(/[,\n]/)) {
    const tag = part.trim().replace(/\s+/g, " ");
    if (tag && !found.has(tag.toLowerCase())) found.set(tag.toLowerCase(), tag);
  }
  return [...found.values()];
}

export function tagText(tags: readonly string[]): string {
  return tags.join(", ");
}
