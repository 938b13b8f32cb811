import {
  type HeadOf,
  homeHead,
  inventoriesHead,
  itemHead,
  newsItemHead,
  plainHead,
  resourcesHead,
  userHomeHead,
} from "#web/app/rendering/heads.ts";
import { cartItemsQuery, expectedArrivalQuery } from "#web/orders/cart/cart-queries.ts";
import {
  categoriesQuery,
  filtersOfAddress,
  gradesQuery,
  itemQuery,
  recentItemsQuery,
  searchQuery,
  subjectsQuery,
} from "#web/catalog/catalog-queries.ts";
import { newsItemQuery, newsListQuery, pageContentQuery } from "#web/site/site-queries.ts";
import { cartIdentifier } from "#web/lib/session.ts";
import type { PageRow } from "./page-table.ts";

const mapped = (head: HeadOf) => ({ head, siteMap: "pages" as const });

/** Pages without a login. This table is in the first script of every page. */
export const publicPages: readonly PageRow[] = [
  {
    path: "home",
    guard: "anyone",
    page: async () => (await import("#web/site/home-page.tsx")).HomePage,
    preload: (client, { language }) => [
      client.query(pageContentQuery(language)),
      client.query(newsListQuery(language, 1)),
      client.query(recentItemsQuery(4)),
    ],
    server: import.meta.env.SSR && mapped(homeHead),
  },
  {
    path: "user/home",
    guard: "anyone",
    page: async () => (await import("#web/catalog/home-page.tsx")).UserHomePage,
    preload: (client) => [client.query(recentItemsQuery(4))],
    server: import.meta.env.SSR && mapped(userHomeHead),
  },
  {
    path: "user/inventories/:search?",
    guard: "anyone",
    page: async () => (await import("#web/catalog/search/inventories-page.tsx")).InventoriesPage,
    preload: (client, { url }) => [
      client.query(categoriesQuery),
      client.query(subjectsQuery),
      client.query(gradesQuery),
      client.query(searchQuery(filtersOfAddress(url), client)),
    ],
    server: import.meta.env.SSR && mapped(inventoriesHead),
  },
  {
    path: "user/viewitem/:id",
    guard: "anyone",
    page: async () => (await import("#web/catalog/item/view-item-page.tsx")).ViewItemPage,
    preload: (client, { params }) => [client.query(itemQuery(params["id"] ?? ""))],
    server: import.meta.env.SSR && { head: itemHead, siteMap: "items" },
  },
  {
    path: "news",
    guard: "anyone",
    page: async () => (await import("#web/site/news/news-page.tsx")).NewsPage,
    preload: (client, { language }) => [client.query(newsListQuery(language))],
    server:
      import.meta.env.SSR &&
      mapped(plainHead("/news", "News from the lending library: new titles, services, and dates for school staff.")),
  },
  {
    path: "news/:id",
    guard: "anyone",
    page: async () => (await import("#web/site/news/news-item-page.tsx")).NewsItemPage,
    preload: (client, { params, language }) => [client.query(newsItemQuery(params["id"] ?? "", language))],
    server: import.meta.env.SSR && { head: newsItemHead, siteMap: "news" },
  },
  {
    path: "resources",
    guard: "anyone",
    page: async () => (await import("#web/site/resources-page.tsx")).ResourcesPage,
    preload: (client, { language }) => [client.query(pageContentQuery(language))],
    server: import.meta.env.SSR && mapped(resourcesHead),
  },
  {
    path: "signup",
    guard: "anyone",
    page: async () => (await import("#web/site/sign-up-page.tsx")).SignUpPage,
    preload: (client, { language }) => [client.query(pageContentQuery(language))],
    server:
      import.meta.env.SSR &&
      mapped(plainHead("/signup", "Join the mailing list to hear about new titles and services.")),
  },
  {
    path: "accessibility",
    guard: "anyone",
    page: async () => (await import("#web/site/accessibility-page.tsx")).AccessibilityPage,
    server:
      import.meta.env.SSR &&
      mapped(plainHead("/accessibility", "How accessible this site is, its known limits, and how to reach us.")),
  },
  {
    path: "notfound",
    guard: "anyone",
    page: async () => (await import("#web/site/not-found-page.tsx")).NotFoundPage,
    server: import.meta.env.SSR && {
      head: plainHead("/notfound", "This page doesn’t exist, or the item was removed.", true),
    },
  },
  {
    path: "user/cartitems",
    guard: "anyone",
    page: async () => (await import("#web/orders/cart/cart-items-page.tsx")).CartItemsPage,
    // only the browser knows the cart
    preload: (client) =>
      import.meta.env.SSR ? [] : [client.query(cartItemsQuery(cartIdentifier())), client.query(expectedArrivalQuery())],
    server: import.meta.env.SSR && {
      head: plainHead("/user/cartitems", "Items you add stay here until you check out.", true),
    },
  },
  {
    path: "user/login",
    guard: "login page",
    page: async () => (await import("#web/people/login/user-login-page.tsx")).UserLoginPage,
    server: import.meta.env.SSR && { isCrawled: true },
  },
  {
    path: "user/register",
    guard: "anyone",
    page: async () => (await import("#web/people/login/register-page.tsx")).RegisterPage,
    server: import.meta.env.SSR && { isCrawled: true },
  },
  {
    // not ":id", because the secret of a link is not a number; our emails have it in the fragment
    path: "user/reset-password/:token?",
    guard: "anyone",
    page: async () => (await import("#web/people/login/reset-password-page.tsx")).ResetPasswordPage,
    server: import.meta.env.SSR && { hasSecret: true },
  },
];
