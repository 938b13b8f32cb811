import MarkdownIt from "markdown-it";
import sanitizeHtml from "sanitize-html";

/**
 * Renders a news item's Markdown to HTML that runs nothing. Two defenses: the parser turns HTML in the Markdown into text,
 * and its output passes an allow-list.
 */
export function newsHtml(content: string): string {
  return sanitizeHtml(markdown.render(content), allowed).trim();
}

// about a thousand news items of average length, up to 8 MB
export const cachedNewsHtml = cachedHtml(newsHtml, 4_000_000);

// As clerks type: a line break is a line break, and an address is a link. Indented lines are not code, and pictures come
// from the item's own field.
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true })
  .set({ maxNesting: 20 })
  .disable(["image", "code", "fence", "table", "reference"]);

const allowed: sanitizeHtml.IOptions = {
  allowedTags: "p br strong em s a ul ol li blockquote hr h2 h3 h4 code span".split(" "),
  allowedAttributes: { a: ["href", "rel"], ol: ["start"] },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  transformTags: {
    // the page's title is its only h1
    h1: "h2",
    h5: "h4",
    h6: "h4",
    a: (_tag, { href = "" }) =>
      isAllowedLink(href)
        ? { tagName: "a", attribs: { href, rel: "noopener nofollow" } }
        : { tagName: "span", attribs: {} }, // keeps the text
  },
};

/**
 * Returns whether a link leads to the web, to email, or to our own pages, but not "//elsewhere.example" or
 * "https://library.example@elsewhere.example", which hide that they lead elsewhere.
 */
const isAllowedLink = (href: string) => /^(?:https?:\/\/[^\s/?#@\\]+(?:[/?#]|$)|mailto:\S|\/(?![/\\]))/i.test(href);

/**
 * Caches rendered content, because the list of news would render every item on each call. Evicts the least recently used
 * entries beyond `maxLength` characters of content and HTML.
 */
export function cachedHtml(render: (content: string) => string, maxLength: number): (content: string) => string {
  const cache = new Map<string, string>();
  let length = 0;
  return (content) => {
    const cached = cache.get(content);
    const html = cached ?? render(content);
    if (cached === undefined) length += content.length + html.length;
    else cache.delete(content); // moves it to the end of the Map's order
    cache.set(content, html);
    for (const [oldest, oldestHtml] of cache) {
      if (length <= maxLength) break;
      cache.delete(oldest);
      length -= oldest.length + oldestHtml.length;
    }
    return html;
  };
}
