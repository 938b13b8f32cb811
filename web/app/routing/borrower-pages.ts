import { borrowerQuery, ownSessionsQuery } from "#web/people/accounts-queries.ts";
import { borrowerOrderQuery, ordersOfUserQuery } from "#web/orders/order-queries.ts";
import type { PageRow } from "./page-table.ts";

/** Pages behind a borrower's login and rarely used links, loaded only for addresses that are no public page. */
export const borrowerPages: readonly PageRow[] = [
  {
    path: "user/account/:id",
    guard: "user",
    page: async () => (await import("#web/people/account/account-page.tsx")).AccountPage,
    preload: (client, { params }) => [client.query(borrowerQuery(params["id"] ?? "")), client.query(ownSessionsQuery)],
  },
  {
    path: "user/changepassword/:id",
    guard: "user",
    page: async () => (await import("#web/people/account/change-password-page.tsx")).ChangePasswordPage,
    preload: (client, { params }) => [client.query(borrowerQuery(params["id"] ?? ""))],
  },
  {
    path: "user/confirmation/:id",
    guard: "user",
    page: async () => (await import("#web/orders/borrower/confirmation-page.tsx")).ConfirmationPage,
    preload: (client, { params }) => [client.query(borrowerOrderQuery(Number(params["id"])))],
  },
  {
    path: "user/orderlist/:id",
    guard: "user",
    page: async () => (await import("#web/orders/borrower/order-list-page.tsx")).UserOrderListPage,
    preload: (client, { params }) => [client.query(ordersOfUserQuery(Number(params["id"])))],
  },
  {
    path: "signup/confirm",
    guard: "anyone",
    page: async () => (await import("#web/site/sign-up-page.tsx")).ConfirmSignUpPage,
    server: import.meta.env.SSR && { hasSecret: true },
  },
  {
    path: "signup/leave",
    guard: "anyone",
    page: async () => (await import("#web/site/sign-up-page.tsx")).LeaveListPage,
    server: import.meta.env.SSR && { hasSecret: true },
  },
  {
    path: "user/held/:id?",
    guard: "anyone",
    page: async () => (await import("#web/waitlist/held-page.tsx")).HeldPage,
    server: import.meta.env.SSR && { hasSecret: true },
  },
  {
    path: "user/confirm-email",
    guard: "anyone",
    page: async () => (await import("#web/people/account/confirm-email-page.tsx")).ConfirmEmailPage,
    server: import.meta.env.SSR && { hasSecret: true },
  },
  {
    path: "user/terms/:version",
    guard: "anyone",
    page: async () => (await import("#web/site/terms-page.tsx")).TermsPage,
  },
  {
    path: "user/vieworder/:id",
    guard: "user or admin",
    page: async () => (await import("#web/orders/borrower/view-order-page.tsx")).ViewOrderPage,
    preload: (client, { params }) => [client.query(borrowerOrderQuery(Number(params["id"])))],
  },
];
