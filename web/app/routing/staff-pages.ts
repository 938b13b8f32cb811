import { borrowerPageQuery, borrowers } from "#web/features/accounts/borrowers/borrower-queries.ts";
import { directoryQuery, schoolUse } from "#web/features/schools/schools-queries.ts";
import { ownAccountQuery, staffQuery } from "#web/features/accounts/staff/staff-queries.ts";
import { auditEntries } from "#web/features/audit/audit-entries.ts";
import { securityEvents } from "#web/features/audit/security/security-events.ts";
import {
  categoriesQuery,
  gradesQuery,
  recentItemsQuery,
  subjectsQuery,
} from "#web/features/catalog/catalog-queries.ts";
import { riskFilters, risksQuery } from "#web/features/circulation/promises/promise-queries.ts";
import { holdFilters, holdShelfQuery } from "#web/features/circulation/queue/hold-shelf-queries.ts";
import { inspectionFilters, waitingCopiesQuery } from "#web/features/circulation/inspection/inspection-queries.ts";
import {
  newOrderCountQuery,
  nextNewOrderQuery,
  orderFilters,
  orderListQuery,
  ordersToPackQuery,
  staffOrderQuery,
  statusesQuery,
  troubleWithOrders,
  workQuery,
} from "#web/features/circulation/order-queries.ts";
import { reminderStepsQuery } from "#web/features/circulation/reminders/reminder-steps-query.ts";
import { editableContentQuery } from "#web/features/content/edit/edit-queries.ts";
import { importQuery, recentImportsQuery } from "#web/features/imports/import-queries.ts";
import { mailKindsQuery, mails } from "#web/features/mail/mails.ts";
import {
  newsFilters,
  newsIdOf,
  staffNewsItemQuery,
  staffNewsListQuery,
} from "#web/features/news/edit/staff-news-queries.ts";
import { codeListsQuery } from "#web/features/settings/codes/code-lists-query.ts";
import { settingsQuery } from "#web/features/settings/settings-query.ts";
import { systemQuery } from "#web/features/system/system-queries.ts";
import type { QueryClient } from "@tanstack/react-query";
import type { PageRow } from "./page-table.ts";
import { casePages } from "./case-pages.ts";
import { titlePages } from "./title-pages.ts";
import { calendarPages } from "./calendar-pages.ts";
import { stockTakePages } from "./stock-take-pages.ts";

const codes = (client: QueryClient) => [
  client.query(categoriesQuery),
  client.query(subjectsQuery),
  client.query(gradesQuery),
];

const staffOrder: PageRow["preload"] = (client, { params }) => {
  const orderId = Number(params["id"]);
  return [client.query(staffOrderQuery(orderId)), client.query(nextNewOrderQuery(orderId))];
};

/** The administrators' pages, fetched when an address begins with "admin". */
export const staffPages: readonly PageRow[] = [
  {
    path: "admin/login",
    guard: "login page",
    page: async () => (await import("#web/pages/admin/login-page.tsx")).AdminLoginPage,
  },
  {
    path: "admin/dashboard",
    guard: "admin",
    role: "volunteer",
    page: async () => (await import("#web/pages/admin/dashboard-page.tsx")).DashboardPage,
    preload: (client) => [
      client.query(workQuery),
      client.query(newOrderCountQuery),
      client.query(recentItemsQuery(5)),
      client.query(ownAccountQuery),
    ],
  },
  {
    path: "admin/orderlist",
    guard: "admin",
    role: "volunteer",
    page: async () => (await import("#web/pages/admin/order-list-page.tsx")).AdminOrderListPage,
    preload: (client, { url }) => {
      const filters = orderFilters.read(url.searchParams);
      return [
        client.query(statusesQuery),
        ...(troubleWithOrders(filters) ? [] : [client.query(orderListQuery(filters))]),
      ];
    },
  },
  {
    path: "admin/orderdetails/:id",
    guard: "admin",
    role: "volunteer",
    page: async () => (await import("#web/pages/admin/order-details-page.tsx")).AdminOrderDetailsPage,
    preload: staffOrder,
  },
  {
    path: "admin/editorder/:id",
    guard: "admin",
    role: "volunteer",
    page: async () => (await import("#web/pages/admin/edit-order-page.tsx")).AdminEditOrderPage,
    preload: staffOrder,
  },
  {
    path: "admin/callerorder",
    guard: "admin",
    page: async () => (await import("#web/pages/admin/desk/caller-order-page.tsx")).CallerOrderPage,
  },
  {
    path: "admin/borrowers",
    guard: "admin",
    page: async () => (await import("#web/pages/admin/borrowers/borrowers-page.tsx")).BorrowersPage,
    preload: borrowers.preload,
  },
  {
    path: "admin/borrowers/:id",
    guard: "admin",
    page: async () => (await import("#web/pages/admin/borrowers/borrower-page.tsx")).BorrowerPage,
    preload: (client, { params }) => [client.query(borrowerPageQuery(Number(params["id"])))],
  },
  {
    path: "admin/schools",
    guard: "admin",
    page: async () => (await import("#web/pages/admin/borrowers/schools-page.tsx")).SchoolsPage,
    preload: (client, place) => [client.query(directoryQuery), ...schoolUse.preload(client, place)],
  },
  {
    path: "admin/packing",
    guard: "admin",
    role: "volunteer",
    page: async () => (await import("#web/pages/admin/desk/packing-page.tsx")).PackingPage,
    preload: (client, { url }) => [client.query(ordersToPackQuery(url.searchParams.get("orders") ?? ""))],
  },
  {
    path: "admin/returns",
    guard: "admin",
    role: "volunteer",
    page: async () => (await import("#web/pages/admin/desk/returns-page.tsx")).ReturnsPage,
  },
  {
    path: "admin/holds",
    guard: "admin",
    role: "volunteer",
    page: async () => (await import("#web/pages/admin/desk/holds-page.tsx")).HoldsPage,
    preload: (client, { url }) => [client.query(holdShelfQuery(holdFilters.read(url.searchParams).page))],
  },
  {
    path: "admin/at-risk",
    guard: "admin",
    role: "volunteer",
    page: async () => (await import("#web/pages/admin/desk/at-risk-page.tsx")).AtRiskPage,
    preload: (client, { url }) => [client.query(risksQuery(riskFilters.read(url.searchParams).page))],
  },
  {
    path: "admin/inspection",
    guard: "admin",
    page: async () => (await import("#web/pages/admin/desk/inspection-page.tsx")).InspectionPage,
    preload: (client, { url }) => [client.query(waitingCopiesQuery(inspectionFilters.read(url.searchParams)))],
  },
  ...casePages,
  ...titlePages,
  ...stockTakePages,
  ...calendarPages,
  {
    path: "admin/import",
    guard: "admin",
    page: async () => (await import("#web/pages/admin/imports-page.tsx")).ImportsPage,
    preload: (client) => [client.query(recentImportsQuery)],
  },
  {
    path: "admin/import/:id",
    guard: "admin",
    page: async () => (await import("#web/pages/admin/import-page.tsx")).ImportPage,
    preload: (client, { params }) => [client.query(importQuery(Number(params["id"]))), ...codes(client)],
  },
  {
    path: "admin/news",
    guard: "admin",
    role: "manager",
    page: async () => (await import("#web/pages/admin/news-page.tsx")).AdminNewsPage,
    preload: (client, { url }) => [
      client.query(staffNewsListQuery(newsFilters.read(url.searchParams).shown === "archived")),
    ],
  },
  {
    // not ":id": 0 means a new one
    path: "admin/editnews/:newsId",
    guard: "admin",
    role: "manager",
    page: async () => (await import("#web/pages/admin/edit-news-page.tsx")).EditNewsPage,
    preload: (client, { params }) => {
      const id = newsIdOf(params["newsId"]);
      return id ? [client.query(staffNewsItemQuery(id))] : [];
    },
  },
  {
    path: "admin/mail",
    guard: "admin",
    page: async () => (await import("#web/pages/admin/mail-page.tsx")).MailPage,
    preload: (client, place) => [
      ...mails.preload(client, place),
      client.query(mailKindsQuery),
      client.query(reminderStepsQuery),
    ],
  },
  {
    path: "admin/sitecontent/:section?",
    guard: "admin",
    role: "manager",
    page: async () => (await import("#web/pages/admin/site-content-page.tsx")).SiteContentPage,
    preload: (client) => [client.query(editableContentQuery)],
  },
  {
    // below the login: there is no menu yet
    path: "admin/login/invitation/:token",
    guard: "anyone",
    page: async () => (await import("#web/pages/admin/staff/invitation-page.tsx")).InvitationPage,
  },
  {
    path: "admin/staff",
    guard: "admin",
    role: "manager",
    page: async () => (await import("#web/pages/admin/staff/staff-page.tsx")).StaffPage,
    preload: (client) => [client.query(staffQuery)],
  },
  {
    path: "admin/staff/:id",
    guard: "admin",
    role: "manager",
    page: async () => (await import("#web/pages/admin/staff/staff-member-page.tsx")).StaffMemberPage,
    preload: (client) => [client.query(staffQuery)],
  },
  {
    path: "admin/settings/:section?",
    guard: "admin",
    role: "manager",
    page: async () => (await import("#web/pages/admin/staff/settings-page.tsx")).SettingsPage,
    preload: (client, { params }) => [params["section"] ? client.query(codeListsQuery) : client.query(settingsQuery)],
  },
  {
    path: "admin/system",
    guard: "admin",
    role: "manager",
    page: async () => (await import("#web/pages/admin/staff/system-page.tsx")).SystemPage,
    preload: (client) => [client.query(systemQuery)],
  },
  {
    path: "admin/account",
    guard: "admin",
    role: "volunteer",
    page: async () => (await import("#web/pages/admin/staff/own-account-page.tsx")).OwnAccountPage,
    preload: (client) => [client.query(ownAccountQuery)],
  },
  {
    path: "admin/security",
    guard: "admin",
    role: "manager",
    page: async () => (await import("#web/pages/admin/staff/security-page.tsx")).SecurityPage,
    preload: securityEvents.preload,
  },
  {
    path: "admin/audit",
    guard: "admin",
    page: async () => (await import("#web/pages/admin/audit-page.tsx")).AuditPage,
    preload: auditEntries.preload,
  },
];
