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
    path: "signup/confirm/:token",
    guard: "anyone",
    page: async () => (await import("#web/site/sign-up-page.tsx")).ConfirmSignUpPage,
  },
  {
    path: "signup/leave/:key",
    guard: "anyone",
    page: async () => (await import("#web/site/sign-up-page.tsx")).LeaveListPage,
  },
  {
    path: "user/held/:token",
    guard: "anyone",
    page: async () => (await import("#web/waitlist/held-page.tsx")).HeldPage,
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
