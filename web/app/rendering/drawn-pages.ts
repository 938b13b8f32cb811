import type { Params } from "#web/ui/router/match-path.ts";
import { matchPath } from "#web/ui/router/match-path.ts";
import type { HeadOf } from "./heads.ts";
import { homeHead, inventoriesHead, itemHead, newsItemHead, plainHead, resourcesHead, userHomeHead } from "./heads.ts";

type DrawnPage = { source: string; head: HeadOf };

/** The pages that the server draws: the source of each one's script, and what its head says. */
const pages: [path: string, source: string, head: HeadOf][] = [
  ["home", "pages/site/home-page.tsx", homeHead],
  [
    "news",
    "pages/site/news-page.tsx",
    plainHead("/news", "News from the lending library: new titles, services, and dates for school staff."),
  ],
  ["news/:id", "pages/site/news-item-page.tsx", newsItemHead],
  ["resources", "pages/site/resources-page.tsx", resourcesHead],
  [
    "signup",
    "pages/site/sign-up-page.tsx",
    plainHead("/signup", "Join the mailing list to hear about new titles and services."),
  ],
  [
    "accessibility",
    "pages/site/accessibility-page.tsx",
    plainHead("/accessibility", "How accessible this site is, its known limits, and how to reach us."),
  ],
  [
    "notfound",
    "pages/site/not-found-page.tsx",
    plainHead("/notfound", "This page doesn’t exist, or the item was removed.", true),
  ],
  ["user/home", "pages/user/home-page.tsx", userHomeHead],
  ["user/inventories/:search?", "pages/user/inventories-page.tsx", inventoriesHead],
  ["user/viewitem/:id", "pages/user/view-item-page.tsx", itemHead],
];

/** The page of an address, if the server draws it. */
export function drawnPage(pathname: string): (DrawnPage & { params: Params }) | undefined {
  for (const [path, source, head] of pages) {
    const params = matchPath(path, pathname);
    if (params) return { source, head, params };
  }
  return undefined;
}
