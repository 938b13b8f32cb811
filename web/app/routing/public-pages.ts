import type { PageRow } from "./page-table.tsx";
import { pageTable } from "./page-table.tsx";
import * as data from "./page-data.ts";

const rows: PageRow[] = [
  ["home", "anyone", async () => (await import("#web/pages/site/home-page.tsx")).HomePage, data.homeData],
  ["news", "anyone", async () => (await import("#web/pages/site/news-page.tsx")).NewsPage, data.newsData],
  [
    "news/:id",
    "anyone",
    async () => (await import("#web/pages/site/news-item-page.tsx")).NewsItemPage,
    data.newsItemData,
  ],
  [
    "resources",
    "anyone",
    async () => (await import("#web/pages/site/resources-page.tsx")).ResourcesPage,
    data.textsData,
  ],
  ["signup", "anyone", async () => (await import("#web/pages/site/sign-up-page.tsx")).SignUpPage, data.textsData],
  ["signup/confirm/:token", "anyone", async () => (await import("#web/pages/site/sign-up-page.tsx")).ConfirmSignUpPage],
  ["signup/leave/:key", "anyone", async () => (await import("#web/pages/site/sign-up-page.tsx")).LeaveListPage],
  ["accessibility", "anyone", async () => (await import("#web/pages/site/accessibility-page.tsx")).AccessibilityPage],
  ["notfound", "anyone", async () => (await import("#web/pages/site/not-found-page.tsx")).NotFoundPage],
  ["user/home", "anyone", async () => (await import("#web/pages/user/home-page.tsx")).UserHomePage, data.userHomeData],
  [
    "user/inventories/:search?",
    "anyone",
    async () => (await import("#web/pages/user/inventories-page.tsx")).InventoriesPage,
    data.inventoriesData,
  ],
  [
    "user/viewitem/:id",
    "anyone",
    async () => (await import("#web/pages/user/view-item-page.tsx")).ViewItemPage,
    data.viewItemData,
  ],
  [
    "user/cartitems",
    "anyone",
    async () => (await import("#web/pages/user/cart-items-page.tsx")).CartItemsPage,
    data.cartItemsData,
  ],
  ["user/login", "login page", async () => (await import("#web/pages/user/login-page.tsx")).UserLoginPage],
  ["user/register", "anyone", async () => (await import("#web/pages/user/register-page.tsx")).RegisterPage],
  [
    // not ":id": the secret of a link is no number
    "user/reset-password/:token?",
    "anyone",
    async () => (await import("#web/pages/user/reset-password-page.tsx")).ResetPasswordPage,
  ],
];

/** The pages before a login. */
export const publicPages = pageTable(rows);
