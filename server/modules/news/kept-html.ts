/**
 * Keeps what contents read as, because the list of all news would parse every one of them again on each call. A content
 * always reads the same, so nothing here grows old; what was not asked for the longest makes room.
 * @param most characters held at once, of contents and of what they read as
 */
export function keptHtml(render: (content: string) => string, most: number): (content: string) => string {
  const kept = new Map<string, string>();
  let held = 0;
  return (content) => {
    const known = kept.get(content);
    const html = known ?? render(content);
    // a map goes through its keys in the order they came: this one is now the last
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
