import MarkdownIt from "markdown-it";
import sanitizeHtml from "sanitize-html";

/**
 * Renders a news item's Markdown to HTML with text, headings, lists, quotes, and links, and nothing that runs. HTML in
 * the Markdown appears as text. Two defenses: the parser emits no typed tags, and its output passes an allow-list.
 */
export function newsHtml(content: string): string {
  return sanitizeHtml(markdown.render(content), allowed).trim();
}

// About a thousand news items of average length, 8 MB at most.
export const keptNewsHtml = keptHtml(newsHtml, 4_000_000);

// The way clerks type: a line break is a line break, an address is a link. An indented line is not code, and pictures
// belong to the item, not to other sites.
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true })
  .set({ maxNesting: 20 })
  .disable(["image", "code", "fence", "table", "reference"]);

const allowed: sanitizeHtml.IOptions = {
  allowedTags: "p br strong em s a ul ol li blockquote hr h2 h3 h4 code span".split(" "),
  allowedAttributes: { a: ["href", "rel"], ol: ["start"] },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  transformTags: {
    // the page's own title is its only h1
    h1: "h2",
    h5: "h4",
    h6: "h4",
    a: (_tag, { href = "" }) =>
      mayLeadTo(href)
        ? { tagName: "a", attribs: { href, rel: "noopener nofollow" } }
        : { tagName: "span", attribs: {} }, // its text stays
  },
};

/**
 * Web, mail, and our own pages: "/news", but not "//elsewhere.example", which leaves the site unnoticed, nor
 * "https://library.example@elsewhere.example", which leads elsewhere.
 */
const mayLeadTo = (href: string) => /^(?:https?:\/\/[^\s/?#@\\]+(?:[/?#]|$)|mailto:\S|\/(?![/\\]))/i.test(href);

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
