import type { ComponentType } from "react";
import { lazy } from "react";
import type { Guard } from "#web/app/access.ts";
import type { Params } from "#web/ui/router/match-path.ts";
import { matchPath } from "#web/ui/router/match-path.ts";
import type { PageData } from "./page-data.ts";

/** A page of the site: its address, who may open it, its code, and what it will ask the API for. */
export type PageRow = [path: string, guard: Guard, page: () => Promise<ComponentType>, data?: PageData];

/** What the door of a page needs of it. */
export type Doorway = {
  guard: Guard;
  /** What draws the page: the same for ever, or a page that is drawn again would begin anew. */
  readonly page: ComponentType;
  /** Fetches the page's code, which is fetched beside its data, not after it. */
  fetchPage: () => Promise<unknown>;
  load: PageData | undefined;
};

/** Finds the page of an address, if it is one of these, and its parameters. */
export type PageTable = (pathname: string) => { doorway: Doorway; params: Params } | undefined;

/** A page whose code is there when it is first drawn is drawn as it is; another one is waited for. */
function doorwayOf([, guard, fetchPage, load]: PageRow): Doorway {
  const Late = lazy(async () => ({ default: await fetchPage() }));
  let here: ComponentType | undefined;
  let drawn: ComponentType | undefined;
  return {
    guard,
    load,
    get page() {
      return (drawn ??= here ?? Late);
    },
    fetchPage: async () => {
      here = await fetchPage();
    },
  };
}

/** A table of pages, in which addresses are looked up. */
export function pageTable(rows: PageRow[]): PageTable {
  const doorways = rows.map((row): [string, Doorway] => [row[0], doorwayOf(row)]);
  return (pathname) => {
    for (const [path, doorway] of doorways) {
      const params = matchPath(path, pathname);
      if (params) return { doorway, params };
    }
    return undefined;
  };
}
