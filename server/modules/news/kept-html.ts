/**
 * Caches rendered contents, because the list of all news would render every one again on each call. Rendering is pure,
 * so entries never expire; the least recently used is evicted.
 * @param most characters held at once, of contents and their HTML
 */
export function keptHtml(render: (content: string) => string, most: number): (content: string) => string {
  const kept = new Map<string, string>();
  let held = 0;
  return (content) => {
    const known = kept.get(content);
    const html = known ?? render(content);
    // a Map iterates in insertion order: this one is now the last
    if (known === undefined) held += content.length + html.length;
    else kept.delete(content);
    kept.set(content, html);
    for (const [oldest, read] of kept) {
      if (held <= most) break;
      kept.delete(oldest);
      held -= oldest.length + read.length;
    }
    return html;
  };
}
