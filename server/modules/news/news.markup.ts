import MarkdownIt from "markdown-it";
import sanitizeHtml from "sanitize-html";

/**
 * Renders a news item's Markdown to HTML with text, headings, lists, quotes, and links, and nothing that runs. HTML in
 * the Markdown appears as text. Two defenses: the parser emits no typed tags, and its output passes an allow-list.
 */
export function newsHtml(content: string): string {
  return sanitizeHtml(markdown.render(content), allowed).trim();
}

// The way clerks type: a line break is a line break, an address is a link. An indented line is not code, and pictures
// belong to the item, not to other sites.
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true })
  .set({ maxNesting: 20 })
  .disable(["image", "code", "fence", "table", "reference"]);

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    "p",
    "br",
    "strong",
    "em",
    "s",
    "a",
    "ul",
    "ol",
    "li",
    "blockquote",
    "hr",
    "h2",
    "h3",
    "h4",
    "code",
    "span",
  ],
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

/** Web, mail, and our own pages: "/news", but not "//elsewhere.example", which leaves the site unnoticed. */
const mayLeadTo = (href: string) => /^(?:https?:\/\/|mailto:)\S/i.test(href) || /^\/(?![/\\])/.test(href);
