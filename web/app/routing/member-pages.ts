import type { PageRow } from "./page-table.tsx";
import { pageTable } from "./page-table.tsx";
import { accountData } from "./page-data.ts";

const orders = async () => import("./order-data.ts");
const staff = async () => import("./staff-data.ts");

const rows: PageRow[] = [
  ["user/account/:id", "user", async () => (await import("#web/pages/user/account-page.tsx")).AccountPage, accountData],
  [
    "user/changepassword/:id",
    "user",
    async () => (await import("#web/pages/user/change-password-page.tsx")).ChangePasswordPage,
    accountData,
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
    async () => (await import("#web/pages/admin/imports-page.tsx")).ImportsPage,
    async (...asked) => (await staff()).importsData(...asked),
  ],
  [
    "admin/import/:id",
    "admin",
    async () => (await import("#web/pages/admin/import-page.tsx")).ImportPage,
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
    async () => (await import("#web/pages/admin/mail-page.tsx")).MailPage,
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

/** The pages behind a login, and the administrator's login. Fetched when an address is none of the public pages. */
export const memberPages = pageTable(rows);
