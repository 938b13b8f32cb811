import MarkdownIt from "markdown-it";
import sanitizeHtml from "sanitize-html";

/**
 * What a news item's Markdown reads as: HTML that holds text, headings, lists, quotes and links, and nothing that runs.
 * HTML in the Markdown is shown as the text it is. Two walls: the parser makes no tag that was typed, and what it makes
 * passes a list of what may stay.
 */
export function newsHtml(content: string): string {
  return sanitizeHtml(markdown.render(content), allowed).trim();
}

// As clerks type: a line ends where it was ended, an address is a link. An indented line is no program code, and a
// picture is the item's own, not one from elsewhere.
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

/** The web, mail, and our own pages: "/news", but not "//elsewhere.example", which leaves the house without saying so. */
const mayLeadTo = (href: string) => /^(?:https?:\/\/|mailto:)\S/i.test(href) || /^\/(?![/\\])/.test(href);
