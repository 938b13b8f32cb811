const longest = 60;

/** An order's titles in a line or two, each shortened at a word boundary. */
export function titlesInShort(titles: readonly string[]): string {
  return titles.map(cutAtWord).join("; ");
}

function cutAtWord(title: string): string {
  if (title.length <= longest) return title;
  const cut = title.slice(0, longest);
  const space = cut.lastIndexOf(" ");
  return `${cut.slice(0, space > longest / 2 ? space : longest).trimEnd()}…`;
}
