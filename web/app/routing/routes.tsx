import type { ComponentType } from "react";
import { lazy } from "react";
import { Navigate, Route, Routes } from "react-router";
import type { Guard } from "#web/app/access.ts";
import { Root } from "#web/app/root.tsx";
import { Door } from "./door.tsx";
import type { PageData } from "./page-data.ts";
import * as data from "./page-data.ts";

/** A page of the site: its address, who may open it, its code, and what it will ask the API for. */
type PageRow = [path: string, guard: Guard, page: () => Promise<ComponentType>, data?: PageData];

// What only people with a login ask for is fetched apart from the first script.
const orders = async () => import("./order-data.ts");
const staff = async () => import("./staff-data.ts");

const pages: PageRow[] = [
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
  [
    "user/account/:id",
    "user",
    async () => (await import("#web/pages/user/account-page.tsx")).AccountPage,
    data.accountData,
  ],
  [
    "user/changepassword/:id",
    "user",
    async () => (await import("#web/pages/user/change-password-page.tsx")).ChangePasswordPage,
    data.accountData,
  ],
  [
    "user/confirmation/:id",
    "user",
    async () => (await import("#web/pages/user/confirmation-page.tsx")).ConfirmationPage,
    async (...asked) => (await orders()).borrowerOrderData(...asked),
  ],
  [
    "user/orderlist/:id",
    "user",
    async () => (await import("#web/pages/user/order-list-page.tsx")).UserOrderListPage,
    async (...asked) => (await orders()).ordersOfUserData(...asked),
  ],
  [
    "user/vieworder/:id",
    "user or admin",
    async () => (await import("#web/pages/user/view-order-page.tsx")).ViewOrderPage,
    async (...asked) => (await orders()).borrowerOrderData(...asked),
  ],
  ["admin/login", "login page", async () => (await import("#web/pages/admin/login-page.tsx")).AdminLoginPage],
  [
    "admin/dashboard",
    "admin",
    async () => (await import("#web/pages/admin/dashboard-page.tsx")).DashboardPage,
    async (...asked) => (await orders()).dashboardData(...asked),
  ],
  [
    "admin/orderlist",
    "admin",
    async () => (await import("#web/pages/admin/order-list-page.tsx")).AdminOrderListPage,
    async (...asked) => (await orders()).orderListData(...asked),
  ],
  [
    "admin/orderdetails/:id",
    "admin",
    async () => (await import("#web/pages/admin/order-details-page.tsx")).AdminOrderDetailsPage,
    async (...asked) => (await orders()).staffOrderData(...asked),
  ],
  [
    "admin/editorder/:id",
    "admin",
    async () => (await import("#web/pages/admin/edit-order-page.tsx")).AdminEditOrderPage,
    async (...asked) => (await orders()).staffOrderData(...asked),
  ],
  [
    "admin/inventorylist",
    "admin",
    async () => (await import("#web/pages/admin/inventory-list-page.tsx")).AdminInventoryListPage,
    async (...asked) => (await orders()).inventoryListData(...asked),
  ],
  [
    // not ":id": what is no id means a new item here, and not a page that does not exist
    "admin/item/:itemId",
    "admin",
    async () => (await import("#web/pages/admin/edit-item-page.tsx")).AdminEditItemPage,
    async (...asked) => (await orders()).editItemData(...asked),
  ],
  [
    "admin/viewitem/:id",
    "admin",
    async () => (await import("#web/pages/admin/view-item-page.tsx")).AdminViewItemPage,
    async (...asked) => (await orders()).adminViewItemData(...asked),
  ],
  [
    "admin/itemqrcode/:id",
    "admin",
    async () => (await import("#web/pages/admin/item-qr-code-page.tsx")).ItemQrCodePage,
    async (...asked) => (await staff()).copyCodeData(...asked),
  ],
  [
    "admin/labels",
    "admin",
    async () => (await import("#web/pages/admin/labels-page.tsx")).LabelsPage,
    async (...asked) => (await staff()).labelsData(...asked),
  ],
  [
    "admin/import",
    "admin",
    async () => (await import("#web/pages/admin/import/imports-page.tsx")).ImportsPage,
    async (...asked) => (await staff()).importsData(...asked),
  ],
  [
    "admin/import/:id",
    "admin",
    async () => (await import("#web/pages/admin/import/import-page.tsx")).ImportPage,
    async (...asked) => (await staff()).importData(...asked),
  ],
  [
    "admin/news",
    "admin",
    async () => (await import("#web/pages/admin/news-page.tsx")).AdminNewsPage,
    async (...asked) => (await staff()).staffNewsData(...asked),
  ],
  [
    "admin/editnews/:newsId",
    "admin",
    async () => (await import("#web/pages/admin/edit-news-page.tsx")).EditNewsPage,
    async (...asked) => (await staff()).editNewsData(...asked),
  ],
  [
    "admin/mail",
    "admin",
    async () => (await import("#web/pages/admin/mail/mail-page.tsx")).MailPage,
    async (...asked) => (await staff()).mailData(...asked),
  ],
  [
    "admin/sitecontent/:section?",
    "admin",
    async () => (await import("#web/pages/admin/site-content-page.tsx")).SiteContentPage,
    async (...asked) => (await staff()).siteContentData(...asked),
  ],
  [
    "admin/audit",
    "admin",
    async () => (await import("#web/pages/admin/audit-page.tsx")).AuditPage,
    async (...asked) => (await staff()).auditData(...asked),
  ],
];

const doors = pages.map(([path, guard, fetchPage, load]) => {
  const Page = lazy(async () => ({ default: await fetchPage() }));
  return (
    <Route key={path} path={path} element={<Door guard={guard} page={Page} fetchPage={fetchPage} load={load} />} />
  );
});

/** URL -> page -> guard, one line each. An empty path leads home, an unknown one to notfound. */
export function SiteRoutes() {
  return (
    <Routes>
      <Route element={<Root />}>
        <Route index element={<Navigate to="/home" replace />} />
        {doors}
        <Route path="*" element={<Navigate to="/notfound" replace />} />
      </Route>
    </Routes>
  );
}
