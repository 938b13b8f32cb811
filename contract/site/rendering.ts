import type { StartConfiguration } from "#contract/content.ts";
import type { LanguageCode } from "./languages.ts";
import type { PageContent } from "./sections.ts";

/** What is written into a page as data, so that the browser need not ask for it. Nothing in it is anybody's own. */
export type WrittenData = {
  configuration?: StartConfiguration;
  pages?: PageContent;
  /** What the page was drawn from, by the names of the browser's cache. */
  queries?: readonly (readonly [name: readonly unknown[], data: unknown])[];
  /** Whether the server has drawn the page; the browser then takes it over instead of drawing it anew. */
  isDrawn?: boolean;
  /** The address of the page that was drawn instead of the one asked for. */
  shown?: string;
};

/** A page that somebody asks for. */
export type PageAsked = {
  /** Path and query, as asked for. */
  address: string;
  /** Where the library is, as the world sees it: "https://library.example.org". */
  publicUrl: string;
  /** The language to write it in. */
  language: LanguageCode;
  /** What the page is told without asking. */
  written: WrittenData;
  /** Answers a GET of the API as it answers everybody. */
  ask: (address: string) => Promise<{ status: number; body: string }>;
};

/** What becomes of it: a page, another address, or nothing that a server can draw. */
export type PageDrawn =
  | {
      kind: "page";
      status: 200 | 404;
      /** The title, and what search engines and social media read, as HTML. */
      head: string;
      /** What stands in the root, as HTML. */
      body: string;
      written: WrittenData;
      /** The source of the page's own script, as the build's manifest names it. */
      source: string;
    }
  | { kind: "elsewhere"; to: string }
  | { kind: "by the browser" };

/** Draws a page. The web application brings it, and the server calls it: neither knows the other. */
export type DrawPage = (asked: PageAsked) => Promise<PageDrawn>;
