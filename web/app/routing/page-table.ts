import type { LanguageCode } from "#contract/site/languages.ts";
import type { StaffRole } from "#contract/people/roles.ts";
import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { Guard } from "#web/app/access.ts";
import type { HeadOf } from "#web/app/rendering/heads.ts";
import { matchPath, type Params } from "#web/ui/router.tsx";
import { routeId } from "#web/lib/filters/address-filters.ts";

type Place = { params: Params; url: URL };

/** A page. `ready` loads what its first render needs besides its row's queries. */
type PageComponent = ComponentType & { ready?: (client: QueryClient, place: Place) => Promise<unknown> };

export type PageRow = {
  /** The path. ":id" takes numbers only; any other name takes any text. */
  path: string;
  guard: Guard;
  /** The lowest role for a staff page, a clerk by default. */
  role?: StaffRole;
  page: () => Promise<PageComponent>;
  /** Starts the page's queries while its code loads. If one fails, the page retries it. */
  preload?: (
    client: QueryClient,
    place: { params: Params; url: URL; language: LanguageCode },
  ) => readonly Promise<unknown>[];
  /** Facts for the server only: `import.meta.env.SSR &&` keeps them and their imports out of the browser's script. */
  server?: ServerFacts | false;
};

type ServerFacts = {
  /** Makes the head. The server renders the pages that have one. */
  head?: HeadOf;
  /** Puts the page in the site map, as a single page or once per item or news item. */
  siteMap?: "pages" | "items" | "news";
  /** Lets search engines fetch the page although the server does not render it. */
  isCrawled?: boolean;
  /** Emailed links bring a secret to the page, so it sends no referrer and isn't indexed. */
  hasSecret?: boolean;
};

export type LoadablePage = PageRow & { component: PageComponent; loadComponent: () => Promise<void> };

export type FindPage = (pathname: string) => { page: LoadablePage; params: Params } | undefined;

export function findAmong(rows: readonly PageRow[]): FindPage {
  const pages = rows.map(loadable);
  return (pathname) => {
    for (const page of pages) {
      const params = matchPath(page.path, pathname);
      if (params && (params["id"] === undefined || routeId(params["id"]) !== undefined)) return { page, params };
    }
    return undefined;
  };
}

function loadable(row: PageRow): LoadablePage {
  const page: LoadablePage = {
    ...row,
    component: () => null,
    loadComponent: async () => {
      page.component = await row.page();
    },
  };
  return page;
}
