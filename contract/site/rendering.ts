import type { StartConfiguration } from "#contract/site/content.ts";
import * as z from "zod/mini";
import { type LanguageCode, languages } from "./languages.ts";
import type { PageContent } from "./sections.ts";

/** Data embedded in a page, so that the browser doesn't fetch it again. None of it is personal. */
export type WrittenData = {
  language?: LanguageCode;
  configuration?: StartConfiguration;
  pages?: PageContent;
  /** The data that the page shows, by the keys of the browser's cache. */
  queries?: readonly (readonly [name: readonly unknown[], data: unknown])[];
  /** Whether the server rendered the page, so that the browser hydrates it. */
  isRendered?: boolean;
  /** The address of the page that replaced the requested one. */
  shown?: string;
};

export type PageRequest = {
  address: string;
  /** The public origin of the library: "https://library.example.org". */
  publicUrl: string;
  language: LanguageCode;
  written: WrittenData;
  ask: (address: string) => Promise<{ status: number; body: string }>;
};

/** A page, a redirect, or a page that the server can't render. */
export type PageAnswer =
  | {
      kind: "page";
      status: 200 | 404;
      head: string;
      body: string;
      written: WrittenData;
      /** The path in the page table: "user/viewitem/:id". */
      path: string;
    }
  | { kind: "elsewhere"; to: string }
  | { kind: "by the browser" };

/** Renders a page. The web application exports this function to the server, so that neither imports the other. */
export type RenderPage = (request: PageRequest) => Promise<PageAnswer>;

/** A row of the page table, as the build writes it for the server and the tools. */
const pageFacts = z.object({
  path: z.string(),
  /** A guard of web/app/access.ts. */
  guard: z.string(),
  /** The module of the page's component, by its name in the build's manifest. */
  source: z.string(),
  isRendered: z.boolean(),
  /** Whether search engines may fetch the page. */
  isCrawled: z.boolean(),
  /** Whether links in emails bring a secret to the page. */
  hasSecret: z.boolean(),
  siteMap: z.optional(z.enum(["pages", "items", "news"])),
});
export type PageFacts = z.output<typeof pageFacts>;

/** The pages of the site, and the modules for languages other than English. */
export const siteFacts = z.object({
  pages: z.array(pageFacts),
  languages: z.partialRecord(z.enum(languages), z.string()),
});
export type SiteFacts = z.output<typeof siteFacts>;
