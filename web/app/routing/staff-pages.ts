import { borrowerPageQuery, borrowers } from "#web/people/borrowers/borrower-queries.ts";
import { ownAccountQuery, staffQuery } from "#web/people/staff/staff-queries.ts";
import { signInEvents } from "#web/admin/admin-queries.ts";
import { calendarIdOf, calendarQuery, calendars } from "#web/people/calendars/calendar-queries.ts";
import {
  categoriesQuery,
  gradesQuery,
  itemQuery,
  recentItemsQuery,
  subjectsQuery,
} from "#web/catalog/catalog-queries.ts";
import {
  claimLetterQuery,
  claimLettersQuery,
  claimQuery,
  claims,
  copiesToInspect,
  holdShelf,
  incompleteOrders,
  orderList,
  ordersAtRisk,
  packagesToMailQuery,
  reminderStepsQuery,
  reportedOrders,
  titleUseQuery,
  workQuery,
} from "#web/orders/desk-queries.ts";
import {
  newOrderCountQuery,
  nextNewOrderQuery,
  ordersToPackQuery,
  staffOrderQuery,
  statusesQuery,
} from "#web/orders/order-queries.ts";
import { importQuery, recentImportsQuery } from "#web/imports/import-queries.ts";
import { mailKindsQuery, mails } from "#web/admin/mails.ts";
import { audienceQuery, writingTo } from "#web/people/messages.ts";
import { directoryQuery } from "#web/people/schools/schools-queries.ts";
import {
  inventoryCountListQuery,
  inventoryCountQuery,
  inventoryCounts,
  listFilters,
} from "#web/desk/inventory-count/inventory-count-queries.ts";
import type { PageRow } from "./page-table.ts";
import { activityLog } from "#web/admin/activity-log.tsx";
import { settingsQuery, systemQuery } from "#web/admin/admin-queries.ts";
import { demandReport, loanReport, unlentReport } from "#web/admin/reports/report-queries.ts";
import {
  editableContentQuery,
  newsFilters,
  newsIdOf,
  staffNewsItemQuery,
  staffNewsListQuery,
} from "#web/site/staff-site-queries.ts";
import {
  codeListsQuery,
  copyQuery,
  entryIdOf,
  inventory,
  labelCopies,
  labelCopiesQuery,
  isbnQuery,
  nextSkuQuery,
  outOfStock,
  synonymGroupQuery,
  synonymGroups,
} from "#web/catalog/staff-catalog-queries.ts";
import { reservationCalendar } from "#web/waitlist/reservation-queries.ts";
import type { QueryClient } from "@tanstack/react-query";
import { routeId } from "#web/lib/filters/address-filters.ts";

const codes = (client: QueryClient) => [
  client.query(categoriesQuery),
  client.query(subjectsQuery),
  client.query(gradesQuery),
];

/** Makes the row of a staff page, whose address begins with "admin". */
const staffPage = (path: string, page: PageRow["page"], more: Pick<PageRow, "role" | "preload"> = {}): PageRow => ({
  path: `admin/${path}`,
  guard: "admin",
  page,
  ...more,
});

const staffOrder: PageRow["preload"] = (client, { params }) => {
  const orderId = Number(params["id"]);
  return [client.query(staffOrderQuery(orderId)), client.query(nextNewOrderQuery(orderId))];
};

/** Staff pages, loaded only for addresses that begin with "admin". */
export const staffPages: readonly PageRow[] = [
  {
    path: "admin/login",
    guard: "login page",
    page: async () => (await import("#web/people/login/admin-login-page.tsx")).AdminLoginPage,
  },
  staffPage("dashboard", async () => (await import("#web/desk/dashboard-page.tsx")).DashboardPage, {
    role: "volunteer",
    preload: (client) => [
      client.query(workQuery),
      client.query(newOrderCountQuery),
      client.query(recentItemsQuery(5)),
      client.query(ownAccountQuery),
    ],
  }),
  staffPage("orderlist", async () => (await import("#web/orders/order-list-page.tsx")).AdminOrderListPage, {
    role: "volunteer",
    preload: (client, at) => [client.query(statusesQuery), ...orderList.preload(client, at)],
  }),
  staffPage(
    "orderdetails/:id",
    async () => (await import("#web/orders/order-details/order-details-page.tsx")).AdminOrderDetailsPage,
    {
      role: "volunteer",
      preload: staffOrder,
    },
  ),
  staffPage(
    "editorder/:id",
    async () => (await import("#web/desk/edit-order/edit-order-page.tsx")).AdminEditOrderPage,
    {
      role: "volunteer",
      preload: staffOrder,
    },
  ),
  staffPage("callerorder", async () => (await import("#web/orders/caller-order-page.tsx")).CallerOrderPage),
  staffPage("borrowers", async () => (await import("#web/people/borrowers/borrowers-page.tsx")).BorrowersPage, {
    preload: borrowers.preload,
  }),
  staffPage("borrowers/:id", async () => (await import("#web/people/borrowers/borrower-page.tsx")).BorrowerPage, {
    preload: (client, { params }) => [client.query(borrowerPageQuery(Number(params["id"])))],
  }),
  staffPage("write", async () => (await import("#web/admin/write-page.tsx")).WritePage, {
    preload: (client, { url }) => [client.query(audienceQuery(writingTo.read(url.searchParams)))],
  }),
  staffPage("schools", async () => (await import("#web/people/schools/schools-page.tsx")).SchoolsPage, {
    preload: (client) => [client.query(directoryQuery)],
  }),
  staffPage("packing", async () => (await import("#web/desk/packing-page.tsx")).PackingPage, {
    role: "volunteer",
    preload: (client, { url }) => [client.query(ordersToPackQuery(url.searchParams.get("orders") ?? ""))],
  }),
  staffPage("postage", async () => (await import("#web/orders/postage-page.tsx")).PostagePage, {
    preload: (client, { url }) => [client.query(packagesToMailQuery(url.searchParams.get("orders") ?? ""))],
  }),
  staffPage("returns", async () => (await import("#web/desk/returns/returns-page.tsx")).ReturnsPage, {
    role: "volunteer",
  }),
  staffPage("holds", async () => (await import("#web/waitlist/holds-page.tsx")).HoldsPage, {
    role: "volunteer",
    preload: holdShelf.preload,
  }),
  staffPage("at-risk", async () => (await import("#web/waitlist/at-risk-page.tsx")).AtRiskPage, {
    preload: ordersAtRisk.preload,
  }),
  staffPage(
    "reservations",
    async () => (await import("#web/waitlist/reservation-calendar-page.tsx")).ReservationCalendarPage,
    {
      role: "volunteer",
      preload: (client, at) => [client.query(categoriesQuery), ...reservationCalendar.preload(client, at)],
    },
  ),
  staffPage("problems", async () => (await import("#web/desk/problems/problem-orders-page.tsx")).ReportedOrdersPage, {
    preload: (client, place) => [client.query(workQuery), ...reportedOrders.preload(client, place)],
  }),
  staffPage(
    "problems/inspection",
    async () => (await import("#web/desk/problems/inspection-page.tsx")).InspectionPage,
    {
      preload: (client, place) => [client.query(workQuery), ...copiesToInspect.preload(client, place)],
    },
  ),
  staffPage(
    "problems/incomplete",
    async () => (await import("#web/desk/problems/problem-orders-page.tsx")).IncompleteOrdersPage,
    { preload: (client, place) => [client.query(workQuery), ...incompleteOrders.preload(client, place)] },
  ),
  staffPage("problems/claims", async () => (await import("#web/desk/problems/claims-page.tsx")).ClaimsPage, {
    preload: (client, place) => [client.query(workQuery), ...claims.preload(client, place)],
  }),
  staffPage("claims/:id", async () => (await import("#web/desk/claims/claim-page.tsx")).ClaimPage, {
    preload: (client, { params }) => [client.query(claimQuery(Number(params["id"])))],
  }),
  staffPage("claim-letter/:id", async () => (await import("#web/desk/claims/claim-letter-page.tsx")).ClaimLetterPage, {
    preload: (client, { params }) => [client.query(claimLetterQuery(Number(params["id"])))],
  }),
  staffPage("claim-letters", async () => (await import("#web/desk/claims/claim-letter-page.tsx")).ClaimLettersPage, {
    preload: (client, { url }) => [client.query(claimLettersQuery(url.searchParams.get("claims") ?? ""))],
  }),
  staffPage(
    "inventorylist",
    async () => (await import("#web/catalog/inventory-list-page.tsx")).AdminInventoryListPage,
    {
      role: "volunteer",
      preload: (client, place) => [
        ...codes(client),
        client.query(workQuery),
        ...inventory.preload(client, place),
        ...(inventory.read(place.url.searchParams).shown === "" ? outOfStock.preload(client, place) : []),
      ],
    },
  ),
  // not ":id", because a non-numeric id adds an item
  staffPage("item/:itemId", async () => (await import("#web/catalog/editing/edit-item-page.tsx")).AdminEditItemPage, {
    preload: (client, { params }) => {
      const id = routeId(params["itemId"]);
      const more = [...codes(client), client.query(isbnQuery(""))];
      if (id === undefined) return [...more, client.query(nextSkuQuery(0, 0))];
      return [...more, client.query(itemQuery(String(id))), client.query(titleUseQuery(id))];
    },
  }),
  staffPage("viewitem/:id", async () => (await import("#web/catalog/editing/view-item-page.tsx")).AdminViewItemPage, {
    role: "volunteer",
    preload: (client, { params }) => [
      client.query(itemQuery(params["id"] ?? "")),
      client.query(titleUseQuery(Number(params["id"]))),
    ],
  }),
  staffPage("itemqrcode/:id", async () => (await import("#web/catalog/labels/item-qr-code-page.tsx")).ItemQrCodePage, {
    preload: (client, { params }) => [client.query(copyQuery(Number(params["id"])))],
  }),
  staffPage("labels", async () => (await import("#web/catalog/labels/labels-page.tsx")).LabelsPage, {
    preload: (client, { url }) => [client.query(labelCopiesQuery(labelCopies.read(url.searchParams)))],
  }),
  staffPage("synonyms", async () => (await import("#web/catalog/synonyms/synonyms-page.tsx")).SynonymsPage, {
    preload: synonymGroups.preload,
  }),
  // not ":id", because "add" adds synonyms
  staffPage(
    "synonyms/:entryId",
    async () => (await import("#web/catalog/synonyms/synonym-group-page.tsx")).SynonymGroupPage,
    {
      preload: (client, { params }) => {
        const id = entryIdOf(params["entryId"]) ?? 0;
        return id > 0 ? [client.query(synonymGroupQuery(id))] : [];
      },
    },
  ),
  staffPage(
    "inventory-count",
    async () => (await import("#web/desk/inventory-count/inventory-counts-page.tsx")).InventoryCountsPage,
    {
      role: "volunteer",
      preload: inventoryCounts.preload,
    },
  ),
  staffPage(
    "inventory-count/:id",
    async () => (await import("#web/desk/inventory-count/inventory-count-page.tsx")).InventoryCountPage,
    {
      role: "volunteer",
      preload: (client, { params, url }) => {
        const id = Number(params["id"]);
        return [
          client.query(inventoryCountQuery(id)),
          client.query(inventoryCountListQuery(id, listFilters.read(url.searchParams))),
        ];
      },
    },
  ),
  {
    path: "admin/inventory-count/offline/:id",
    guard: "offline",
    page: async () => (await import("#web/desk/inventory-count/offline-page.tsx")).OfflinePage,
  },
  staffPage("schools/calendars", async () => (await import("#web/people/calendars/calendars-page.tsx")).CalendarsPage, {
    preload: calendars.preload,
  }),
  // not ":id", because "add" adds a calendar
  staffPage(
    "schools/calendars/:calendarId",
    async () => (await import("#web/people/calendars/calendar-page.tsx")).CalendarPage,
    {
      preload: (client, { params }) => {
        const id = calendarIdOf(params["calendarId"]) ?? 0;
        return id > 0 ? [client.query(calendarQuery(id))] : [];
      },
    },
  ),
  staffPage("import", async () => (await import("#web/imports/imports-page.tsx")).ImportsPage, {
    preload: (client) => [client.query(recentImportsQuery)],
  }),
  staffPage("import/:id", async () => (await import("#web/imports/import-page.tsx")).ImportPage, {
    preload: (client, { params }) => [client.query(importQuery(Number(params["id"]))), ...codes(client)],
  }),
  staffPage("news", async () => (await import("#web/site/news/admin-news-page.tsx")).AdminNewsPage, {
    role: "manager",
    preload: (client, { url }) => [
      client.query(staffNewsListQuery(newsFilters.read(url.searchParams).shown === "archived")),
    ],
  }),
  // not ":id", because 0 is a new news item
  staffPage("editnews/:newsId", async () => (await import("#web/site/news/edit-news-page.tsx")).EditNewsPage, {
    role: "manager",
    preload: (client, { params }) => {
      const id = newsIdOf(params["newsId"]);
      return id ? [client.query(staffNewsItemQuery(id))] : [];
    },
  }),
  staffPage("mail", async () => (await import("#web/admin/mail-page.tsx")).MailPage, {
    preload: (client, place) => [
      ...mails.preload(client, place),
      client.query(mailKindsQuery),
      client.query(reminderStepsQuery),
    ],
  }),
  staffPage(
    "sitecontent/:section?",
    async () => (await import("#web/site/edit/site-content-page.tsx")).SiteContentPage,
    {
      role: "manager",
      preload: (client) => [client.query(editableContentQuery)],
    },
  ),
  {
    // under login, because it has no menu
    path: "admin/login/invitation",
    guard: "anyone",
    page: async () => (await import("#web/people/staff/invitation-page.tsx")).InvitationPage,
    server: import.meta.env.SSR && { hasSecret: true },
  },
  staffPage("staff", async () => (await import("#web/people/staff/staff-page.tsx")).StaffPage, {
    role: "manager",
    preload: (client) => [client.query(staffQuery)],
  }),
  staffPage("staff/:id", async () => (await import("#web/people/staff/staff-member-page.tsx")).StaffMemberPage, {
    role: "manager",
    preload: (client) => [client.query(staffQuery)],
  }),
  staffPage("settings/:section?", async () => (await import("#web/admin/settings-page.tsx")).SettingsPage, {
    role: "manager",
    preload: (client, { params }) =>
      params["section"] ? [client.query(codeListsQuery)] : [client.query(settingsQuery), client.query(ownAccountQuery)],
  }),
  staffPage("system", async () => (await import("#web/admin/system-page.tsx")).SystemPage, {
    role: "manager",
    preload: (client) => [client.query(systemQuery)],
  }),
  staffPage("account", async () => (await import("#web/people/staff/own-account-page.tsx")).OwnAccountPage, {
    role: "volunteer",
    preload: (client) => [client.query(ownAccountQuery)],
  }),
  staffPage("activity-log/logins", async () => (await import("#web/admin/sign-in-log-page.tsx")).SignInLogPage, {
    role: "manager",
    preload: signInEvents.preload,
  }),
  staffPage("reports", async () => (await import("#web/admin/reports/reports-page.tsx")).LoanReportPage, {
    preload: loanReport.preload,
  }),
  staffPage("reports/waits", async () => (await import("#web/admin/reports/reports-page.tsx")).DemandReportPage, {
    preload: demandReport.preload,
  }),
  staffPage("reports/not-lent", async () => (await import("#web/admin/reports/reports-page.tsx")).UnlentReportPage, {
    preload: unlentReport.preload,
  }),
  staffPage("activity-log", async () => (await import("#web/admin/activity-log-page.tsx")).ActivityLogPage, {
    preload: activityLog.preload,
  }),
];
