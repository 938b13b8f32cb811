import { english } from "#web/language/language.ts";
import type { Item } from "#contract/catalogue.ts";
import { categories } from "#contract/codes.ts";
import type { NewsItem } from "#contract/news.ts";
import type { QueryClient } from "@tanstack/react-query";
import { itemQuery } from "#web/features/catalogue/catalogue-queries.ts";
import { addressOfFilters, filtersOfAddress } from "#web/features/catalogue/filters.ts";
import { pageContentQuery, siteConfigurationQuery } from "#web/features/content/site-queries.ts";
import { excerptOf } from "#web/features/news/excerpt.ts";
import { newsItemQuery } from "#web/features/news/news-queries.ts";
import type { Params } from "#web/ui/router/match-path.ts";

/** What search engines and social media are told of a page. */
export type Head = {
  description: string;
  /** The one address of the page, whatever it was asked for by: a path with its query. */
  canonical: string;
  /** Of the Open Graph. */
  type?: "website" | "article" | "book" | "video.other";
  /** The path of its own picture, and what that shows. */
  picture?: { url: string; alt: string } | undefined;
  /** Pages that a search engine shall not keep. */
  hidden?: boolean;
  /** What the page is about, as schema.org names it. */
  about?: object[];
};

/** What a head is made of: the page's data stands in the cache. `site` makes an address of a path. */
export type HeadOf = (from: { client: QueryClient; params: Params; url: URL; site: (path: string) => string }) => Head;

const lending =
  "Borrow books, video and audio for health education: a free lending library for school staff of California.";

/** The beginning of a text, cut after a word: as much as a list of results shows. */
export function beginning(text: string, most = 160): string {
  const plain = text.replaceAll(/\s+/g, " ").trim();
  if (plain.length <= most) return plain;
  return `${plain.slice(0, plain.lastIndexOf(" ", most - 1) || most - 1).replace(/[\s,;:.–-]+$/, "")}…`;
}

const trail = (site: (path: string) => string, steps: [name: string, path: string][]) => ({
  "@context": "https://schema.org",
  "@type": "BreadcrumbList",
  itemListElement: steps.map(([name, path], at) => ({
    "@type": "ListItem",
    position: at + 1,
    name,
    item: site(path),
  })),
});

/** home */
export const homeHead: HeadOf = ({ client, site }) => {
  const texts = client.getQueryData(pageContentQuery.queryKey);
  const name = client.getQueryData(siteConfigurationQuery.queryKey)?.content.site.siteName ?? "";
  return {
    description: beginning(texts?.home.lead || lending),
    canonical: "/home",
    about: [
      {
        "@context": "https://schema.org",
        "@type": "WebSite",
        name,
        url: site("/home"),
        potentialAction: {
          "@type": "SearchAction",
          target: { "@type": "EntryPoint", urlTemplate: `${site("/user/inventories")}/{search_term_string}` },
          "query-input": "required name=search_term_string",
        },
      },
    ],
  };
};

/** Pages that always say the same. */
export const plainHead =
  (canonical: string, description: string, hidden = false): HeadOf =>
  () => ({ description, canonical, hidden });

/** resources */
export const resourcesHead: HeadOf = ({ client }) => ({
  description: beginning(client.getQueryData(pageContentQuery.queryKey)?.resources.lead || lending),
  canonical: "/resources",
});

/** user/home */
export const userHomeHead: HeadOf = () => ({ description: lending, canonical: "/user/home" });

/** user/inventories: an address for each list, and none of the countless searches for search engines to keep */
export const inventoriesHead: HeadOf = ({ url }) => {
  const filters = filtersOfAddress(url);
  return {
    description: filters.text
      ? english.t("What the library has for “{text}”: books, video and audio to borrow free of charge.", {
          text: beginning(filters.text, 60),
        })
      : lending,
    canonical: addressOfFilters(filters),
    hidden: filters.text !== "",
  };
};

const kinds: Record<number, string> = {
  [categories.book]: "Book",
  [categories.video]: "Movie",
  [categories.audio]: "AudioObject",
};
const openGraph: Record<number, Head["type"]> = { [categories.book]: "book", [categories.video]: "video.other" };

/** user/viewitem/{id} */
export const itemHead: HeadOf = ({ client, params, site }) => {
  const item = client.getQueryData(itemQuery(params["id"] ?? "").queryKey);
  const canonical = `/user/viewitem/${item?.inventoryId}`;
  if (!item) return { description: lending, canonical };
  const { title, description, attachmentUrl, attachmentAlt } = item;
  return {
    description: beginning(description || `${item.categoryName} on ${item.subjectName}`),
    canonical,
    type: openGraph[item.categoryId] ?? "website",
    picture: attachmentUrl ? { url: attachmentUrl, alt: attachmentAlt || title } : undefined,
    about: [
      aboutItem(item, site),
      trail(site, [
        ["Our Inventory", "/user/inventories"],
        [item.categoryName, addressOfFilters({ category: item.categoryId })],
        [title, canonical],
      ]),
    ],
  };
};

function aboutItem(item: Item, site: (path: string) => string): object {
  return {
    "@context": "https://schema.org",
    "@type": kinds[item.categoryId] ?? "CreativeWork",
    name: item.title,
    description: item.description,
    url: site(`/user/viewitem/${item.inventoryId}`),
    ...(item.attachmentUrl && { image: site(item.attachmentUrl) }),
    identifier: { "@type": "PropertyValue", propertyID: "SKU", value: item.referenceNumber },
    about: item.subjectName,
    educationalLevel: item.grades.map(({ gradeName }) => gradeName),
    ...(item.tags && { keywords: item.tags }),
    isAccessibleForFree: true,
  };
}

/** news/{id} */
export const newsItemHead: HeadOf = ({ client, params, site }) => {
  const news = client.getQueryData(newsItemQuery(params["id"] ?? "").queryKey);
  const canonical = `/news/${news?.id}`;
  if (!news) return { description: lending, canonical };
  return {
    description: beginning(excerptOf(news.contentHtml) || news.title),
    canonical,
    type: "article",
    picture: news.attachment
      ? { url: news.attachment.attachmentUrl, alt: news.attachmentAlt || news.title }
      : undefined,
    about: [
      aboutNews(news, site),
      trail(site, [
        ["News", "/news"],
        [news.title, canonical],
      ]),
    ],
  };
};

function aboutNews(news: NewsItem, site: (path: string) => string): object {
  return {
    "@context": "https://schema.org",
    "@type": "NewsArticle",
    headline: news.title,
    datePublished: news.publishedAt,
    url: site(`/news/${news.id}`),
    mainEntityOfPage: site(`/news/${news.id}`),
    ...(news.attachment && { image: site(news.attachment.attachmentUrl) }),
  };
}
