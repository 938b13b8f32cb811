import { addressesByLanguage, addressIn, type LanguageCode } from "#contract/site/languages.ts";
import type { Head } from "./heads.ts";

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Writes data into a script element that never runs and that no data can close. */
export function dataBlock(data: unknown, attributes: string): string {
  return `<script ${attributes}>${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;
}

const defaultPicture = { url: "/picture.png", alt: "An open book from which a sprout grows" };

/** Writes the head of a page. `title` is HTML already. */
export function headHtml(head: Head, { title, siteName, site, language }: Frame): string {
  const { description, canonical, type = "website", picture = defaultPicture, hidden = false, about = [] } = head;
  const metaTag = (name: string, content: string) => `<meta name="${name}" content="${escaped(content)}">`;
  const property = (name: string, content: string) => `<meta property="og:${name}" content="${escaped(content)}">`;
  return [
    `<title>${title}</title>`,
    metaTag("description", description),
    ...(hidden ? [metaTag("robots", "noindex, follow")] : addressesOf(canonical, language, site)),
    `<meta property="og:title" content="${title.replaceAll('"', "&quot;")}">`,
    property("description", description),
    property("type", type),
    property("site_name", siteName),
    property("locale", `${language}_US`),
    property("image", site(picture.url)),
    property("image:alt", picture.alt),
    metaTag("twitter:card", "summary_large_image"),
    ...about.map((thing) => dataBlock(thing, 'type="application/ld+json"')),
  ].join("");
}

function addressesOf(path: string, language: LanguageCode, site: Frame["site"]): string[] {
  const own = escaped(site(addressIn(language, path)));
  return [
    `<link rel="canonical" href="${own}">`,
    ...addressesByLanguage(path).map(
      (other) => `<link rel="alternate" hreflang="${other.language}" href="${escaped(site(other.address))}">`,
    ),
    `<meta property="og:url" content="${own}">`,
  ];
}

type Frame = { title: string; siteName: string; site: (path: string) => string; language: LanguageCode };
