import { LinkifyIt } from "linkify-it";
import { type Block, type Letter, type Letterhead, linkIn, questionsIn } from "./letter.ts";

// Outlook renders with Word, so this uses tables for layout and inline styles. The style sheet in the head adds the dark
// scheme; programs that drop it show the light one.

const paper = "#fbfaf7";
const ink = "#1f2430";
const muted = "#565d6b";
const line = "#dedad2";
const primary = "#0b5d5e";
const font = "font-family:Segoe UI,Helvetica,Arial,sans-serif;";
const serif = "font-family:Georgia,Times New Roman,serif;";
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

const darkRules = (under: string) =>
  [
    ["paper", "background-color:#16191f!important"],
    ["surface", "background-color:#1f232b!important;border-color:#3a404c!important"],
    ["ink", "color:#eceae5!important"],
    ["muted", "color:#b3b8c2!important"],
    ["rule", "border-color:#3a404c!important"],
    ["press", "background-color:#5ec4c0!important"],
    ["pressed", "color:#0b2626!important"],
    ["link", "color:#7fd4d0!important"],
  ]
    .map(([name, rule]) => `${under}.${name}{${rule}}`)
    .join("");

const sheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${darkRules("")}}${darkRules("[data-ogsc] ")}`;

export function letterHtml(letter: Letter, head: Letterhead): string {
  const { siteName, email, publicUrl } = head;
  const addressOf = (path: string) => linkIn(letter, publicUrl, path);
  const blocks = letter.blocks.map((block) => blockHtml(block, head, addressOf)).join("");
  return `<!doctype html>
<html lang="${letter.language ?? "en"}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(letter.subject)}</title><style>${sheet}</style></head>
<body class="paper" style="margin:0;padding:0;background-color:${paper};">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${escaped(letter.preview)}</div>
<table ${table} width="100%" class="paper" bgcolor="${paper}" style="background-color:${paper};"><tr>
<td align="center" style="padding:24px 12px;"><!--[if mso]><table ${table} width="560"><tr><td><![endif]-->
<table ${table} width="100%" style="max-width:560px;">
<tr><td style="padding:0 8px 12px;${serif}font-size:18px;line-height:24px;"><a href="${attribute(publicUrl)}" class="link" style="color:${primary};text-decoration:none;font-weight:bold;">${escaped(siteName)}</a></td></tr>
<tr><td class="surface" bgcolor="#ffffff" style="background-color:#ffffff;border:1px solid ${line};border-radius:8px;padding:28px 28px 12px;">
<h1 class="ink" style="margin:0 0 16px;${serif}font-size:24px;line-height:30px;font-weight:bold;color:${ink};">${escaped(letter.heading)}</h1>
${blocks}</td></tr>
<tr><td class="muted" style="padding:16px 8px;${font}font-size:13px;line-height:20px;color:${muted};">${escaped(siteName)} &middot; ${questionsIn(letter)} <a href="mailto:${attribute(email)}" class="link" style="color:${primary};">${escaped(email)}</a>.</td></tr>
</table><!--[if mso]></td></tr></table><![endif]--></td></tr></table>
</body></html>
`;
}

function blockHtml(block: Block, { postalAddress }: Letterhead, addressOf: (path: string) => string): string {
  switch (block.is) {
    case "text":
      return paragraph(block.text, `font-size:16px;line-height:24px;color:${ink};`, "ink");
    case "note":
      return paragraph(block.text, `font-size:14px;line-height:21px;color:${muted};`, "muted");
    case "own words":
      return ownWords(block.text);
    case "heading":
      return `<h2 class="ink" style="margin:24px 0 8px;${font}font-size:17px;line-height:24px;font-weight:bold;color:${ink};">${escaped(block.text)}</h2>\n`;
    case "quote":
      return quote(block.text);
    case "button":
      return button(block.label, addressOf(block.path));
    case "facts":
      return facts(block.facts);
    case "postal address":
      return postalAddress && facts([{ name: block.label, value: postalAddress }]);
    case "list":
      return list(block.items);
  }
}

function paragraph(text: string, style: string, name: string): string {
  return paragraphOf(escaped(text), style, name);
}

function paragraphOf(html: string, style: string, name: string): string {
  return `<p class="${name}" style="margin:0 0 16px;${font}${style}">${html.replaceAll("\n", "<br>")}</p>\n`;
}

const linkify = new LinkifyIt({ fuzzyEmail: false });
const isWeb = /^https?:/i;

function ownWords(text: string): string {
  const parts: string[] = [];
  let end = 0;
  for (const { index, lastIndex, url } of linkify.match(text) ?? []) {
    if (!isWeb.test(url)) continue;
    parts.push(escaped(text.slice(end, index)), link(text.slice(index, lastIndex), url));
    end = lastIndex;
  }
  const html = [...parts, escaped(text.slice(end))].join("");
  return paragraphOf(html, `font-size:16px;line-height:24px;color:${ink};word-break:break-word;`, "ink");
}

/** Writes a table with a line beside it, because Outlook doesn't draw one for block quotes. */
function quote(text: string): string {
  const style = `border-left:3px solid ${line};padding:0 0 0 12px;${font}font-size:16px;line-height:24px;color:${muted};`;
  return `<table ${table} width="100%" style="margin:0 0 16px;"><tr><td class="muted rule" style="${style}">${escaped(text).replaceAll("\n", "<br>")}</td></tr></table>\n`;
}

/** Draws a table cell with a background, because Outlook gives links none, and the address below it. */
function button(label: string, address: string): string {
  return `<table ${table} style="margin:0 0 8px;"><tr><td class="press" bgcolor="${primary}" style="background-color:${primary};border-radius:8px;padding:12px 22px;"><a href="${attribute(address)}" class="pressed" style="${font}font-size:16px;line-height:20px;font-weight:bold;color:#ffffff;text-decoration:none;display:inline-block;">${escaped(label)}</a></td></tr></table>
<p class="muted" style="margin:0 0 16px;${font}font-size:12px;line-height:18px;color:${muted};word-break:break-all;">${escaped(address)}</p>\n`;
}

function facts(rows: readonly { name: string; value: string; href?: string | undefined }[]): string {
  const cell = `padding:6px 0;border-bottom:1px solid ${line};${font}font-size:15px;line-height:22px;vertical-align:top;`;
  const lines = rows.map(
    ({ name, value, href }) =>
      `<tr><td class="muted rule" width="35%" style="${cell}color:${muted};padding-right:12px;">${escaped(name)}</td><td class="ink rule" style="${cell}color:${ink};font-weight:bold;">${href ? link(value, href) : escaped(value).replaceAll("\n", "<br>")}</td></tr>`,
  );
  return `<table ${table} width="100%" style="margin:0 0 20px;">${lines.join("")}</table>\n`;
}

function link(text: string, href: string): string {
  return `<a href="${attribute(href)}" class="link" style="color:${primary};">${escaped(text)}</a>`;
}

function list(items: readonly string[]): string {
  const style = `${font}font-size:16px;line-height:24px;color:${ink};`;
  const lines = items.map((item) => `<li class="ink" style="${style}margin:0 0 6px;">${escaped(item)}</li>`);
  return `<ul class="ink" style="margin:0 0 16px;padding:0 0 0 22px;${style}">${lines.join("")}</ul>\n`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

function attribute(text: string): string {
  return escaped(text).replaceAll("'", "&#39;");
}
