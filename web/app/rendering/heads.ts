import { cut } from "#contract/wire/cut.ts";
import { addressIn } from "#contract/site/languages.ts";
import { english, type Language } from "#web/language/language.ts";
import type { Item } from "#contract/catalog/catalog.ts";
import type { TitleField } from "#contract/catalog/title-fields.ts";
import { categories } from "#contract/catalog/codes.ts";
import type { NewsItem } from "#contract/site/news.ts";
import type { QueryClient } from "@tanstack/react-query";
import { addressOfFilters, countFacets, filtersOfAddress, itemQuery } from "#web/catalog/catalog-queries.ts";
import { excerptOf, newsItemQuery, pageContentQuery, siteConfigurationQuery } from "#web/site/site-queries.ts";
import type { Params } from "#web/ui/router.tsx";

export type Head = {
  description: string;
  /** The page's one address, as a path with its query. */
  canonical: string;
  type?: "website" | "article" | "book" | "video.other";
  picture?: { url: string; alt: string } | undefined;
  /** Keeps search engines from indexing the page. */
  hidden?: boolean;
  /** The subjects of the page, in the vocabulary of schema.org. */
  about?: object[];
};

/** The inputs of a head, with the page's data in the cache. `site` makes an address from a path. */
type HeadParts = { client: QueryClient; params: Params; url: URL; site: (path: string) => string; language: Language };

/** Makes the head of a page. Its description may be in English, because it is translated afterwards. */
export type HeadOf = (from: HeadParts) => Head;

const lending =
  "Borrow books, videos, and audio for health education from a free lending library for California school staff.";

/** Returns the beginning of a text, cut after a word to the length that search results show. */
export function beginning(text: string, maxLength = 160): string {
  const plain = text.replaceAll(/\s+/g, " ").trim();
  if (plain.length <= maxLength) return plain;
  const space = plain.lastIndexOf(" ", maxLength - 1);
  return `${cut(plain, space > 0 ? space : maxLength - 1).replace(/[\s,;:.–-]+$/, "")}…`;
}

/** Removes a title from the start of a text, at most three times, because each time reads the whole text. */
export function withoutTitle(text: string, title: string, times = 3): string {
  if (times === 0) return text;
  const [plain, name] = [text, title].map((words) => words.replaceAll(/\s+/g, " ").trim());
  if (!plain || !name || !plain.toLowerCase().startsWith(name.toLowerCase())) return text;
  const rest = plain.slice(name.length);
  const [mark] = /^(?:[\s"”’)\]]*(?:[.:;!?|]+(?=\s|$)|\s[–—/-]\s)|$)\s*/.exec(rest) ?? [];
  if (mark !== undefined) return withoutTitle(rest.slice(mark.length), title, times - 1);
  if (/[.!?]$/.test(name) && /^\s/.test(rest)) return withoutTitle(rest.trim(), title, times - 1);
  // part of a sentence: only a long title is removed
  return name.length > 40 && /^\s/.test(rest) ? `…${rest}` : text;
}

const breadcrumbs = ({ site, language }: HeadParts, steps: [name: string, path: string][]) => ({
  "@context": "https://schema.org",
  "@type": "BreadcrumbList",
  itemListElement: steps.map(([name, path], at) => ({
    "@type": "ListItem",
    position: at + 1,
    name,
    item: site(addressIn(language.code, path)),
  })),
});

export const homeHead: HeadOf = ({ client, site, language }) => {
  const texts = client.getQueryData(pageContentQuery(language.code).queryKey);
  const name = client.getQueryData(siteConfigurationQuery(language.code).queryKey)?.content.site.siteName ?? "";
  return {
    description: beginning(texts?.home.lead || lending),
    canonical: "/home",
    about: [
      {
        "@context": "https://schema.org",
        "@type": "WebSite",
        name,
        url: site(addressIn(language.code, "/home")),
        potentialAction: {
          "@type": "SearchAction",
          target: { "@type": "EntryPoint", urlTemplate: `${site("/user/inventories")}/{search_term_string}` },
          "query-input": "required name=search_term_string",
        },
      },
    ],
  };
};

export const plainHead =
  (canonical: string, description: string, hidden = false): HeadOf =>
  () => ({ description, canonical, hidden });

export const resourcesHead: HeadOf = ({ client, language }) => ({
  description: beginning(client.getQueryData(pageContentQuery(language.code).queryKey)?.resources.lead || lending),
  canonical: "/resources",
});

export const userHomeHead: HeadOf = () => ({ description: lending, canonical: "/user/home" });

/** Gives each list an address, and hides the countless searches from search engines. */
export const inventoriesHead: HeadOf = ({ url }) => {
  const filters = filtersOfAddress(url);
  return {
    description: filters.text
      ? english.t("Results for “{text}”: books, videos, and audio to borrow for free.", {
          text: beginning(filters.text, 60),
        })
      : lending,
    canonical: addressOfFilters(filters),
    hidden: filters.text !== "" || countFacets(filters) > 0,
  };
};

const kinds: Record<number, string> = {
  [categories.book]: "Book",
  [categories.video]: "Movie",
  [categories.audio]: "AudioObject",
};
const openGraph: Record<number, Head["type"]> = { [categories.book]: "book", [categories.video]: "video.other" };

export const itemHead: HeadOf = (parts) => {
  const { client, params } = parts;
  const { t, say, called } = parts.language;
  const item = client.getQueryData(itemQuery(params["id"] ?? "").queryKey);
  const canonical = `/user/viewitem/${item?.inventoryId}`;
  if (!item) return { description: lending, canonical };
  const { title, attachmentUrl, attachmentAlt } = item;
  const description = withoutTitle(item.description, title);
  return {
    description: beginning(description || `${say(item.categoryName)}: ${called(item.subjectName)}`),
    canonical,
    type: openGraph[item.categoryId] ?? "website",
    picture: attachmentUrl ? { url: attachmentUrl, alt: attachmentAlt || title } : undefined,
    about: [
      aboutItem({ ...item, description }, parts),
      breadcrumbs(parts, [
        [t("Our Inventory"), "/user/inventories"],
        [say(item.categoryName), addressOfFilters({ category: item.categoryId })],
        [title, canonical],
      ]),
    ],
  };
};

function aboutItem(item: Item, { site, language: { code, called } }: HeadParts): object {
  // every field, so that none is missing; null hides it from search engines
  const facts: Record<TitleField, object | "" | null> = {
    title: { name: item.title },
    description: item.description && { description: item.description },
    attachmentId: item.attachmentUrl && { image: site(item.attachmentUrl) },
    referenceNumber: { identifier: { "@type": "PropertyValue", propertyID: "SKU", value: item.referenceNumber } },
    categoryId: { "@type": kinds[item.categoryId] ?? "CreativeWork" },
    subjectId: { about: called(item.subjectName) },
    gradeId: { educationalLevel: item.grades.map(({ gradeName }) => called(gradeName)) },
    tags: item.tags && { keywords: item.tags },
    isbn: item.isbn && { isbn: item.isbn },
    author: item.author && { author: { name: item.author } },
    publisher: item.publisher && { publisher: { "@type": "Organization", name: item.publisher } },
    publishedYear: item.publishedYear && { datePublished: item.publishedYear },
    extent: null,
    language: item.language && { inLanguage: item.language },
    replacementCost: null,
    parts: null,
    weight: null,
    shelfLocation: null,
    attachmentAlt: null,
  };
  return {
    "@context": "https://schema.org",
    url: site(addressIn(code, `/user/viewitem/${item.inventoryId}`)),
    ...Object.fromEntries(Object.values(facts).flatMap((fact) => Object.entries(fact || {}))),
    isAccessibleForFree: true,
  };
}

export const newsItemHead: HeadOf = (parts) => {
  const { client, params } = parts;
  const news = client.getQueryData(newsItemQuery(params["id"] ?? "", parts.language.code).queryKey);
  const canonical = `/news/${news?.id}`;
  if (!news) return { description: lending, canonical };
  return {
    description: beginning(withoutTitle(excerptOf(news.contentHtml), news.title) || news.title),
    canonical,
    type: "article",
    picture: news.attachment
      ? { url: news.attachment.attachmentUrl, alt: news.attachmentAlt || news.title }
      : undefined,
    about: [
      aboutNews(news, parts),
      breadcrumbs(parts, [
        [parts.language.t("News"), "/news"],
        [news.title, canonical],
      ]),
    ],
  };
};

function aboutNews(news: NewsItem, { site, language }: HeadParts): object {
  const own = site(addressIn(language.code, `/news/${news.id}`));
  return {
    "@context": "https://schema.org",
    "@type": "NewsArticle",
    headline: news.title,
    datePublished: news.publishedAt,
    ...(news.language && { inLanguage: news.language }),
    url: own,
    mainEntityOfPage: own,
    ...(news.attachment && { image: site(news.attachment.attachmentUrl) }),
  };
}
