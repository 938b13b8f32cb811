import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Suspense } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { Guard } from "#web/app/access.ts";
import { endSession } from "#web/lib/session.ts";
import { logInAs } from "#web/test/a-session.ts";
import { memoryHistory } from "#web/test/memory-history.ts";
import { GuardedPage } from "./page-guard.tsx";
import { findAmong, type PageRow } from "./page-table.ts";
import { toasts } from "#web/ui/feedback/toast.tsx";
import { Link, Navigate, ParamsContext, Router, useLocation, useParams } from "#web/ui/router.tsx";

const onPreload = vi.fn<(id: string | undefined, search: string) => void>();
beforeEach(() => {
  onPreload.mockClear();
  toasts.dismiss();
});
afterEach(endSession);

const toastText = () => {
  const { title, message } = toasts.current() ?? {};
  return title && typeof message === "string" ? `${title}: ${message}` : message;
};

function row(path: string, guard: Guard, words: string): PageRow {
  const Page = () => (
    <p>
      {words} {useParams()["id"]}
    </p>
  );
  return {
    path,
    guard,
    page: async () => Page,
    preload: (_client, { params, url }) => {
      onPreload(params["id"], url.search);
      return [];
    },
  };
}

/** Makes a site of a few pages, each with a different guard. */
function site() {
  const find = findAmong([
    row("user/home", "anyone", "Inventory"),
    row("user/login", "login page", "Log in"),
    row("admin/login", "login page", "Staff login"),
    row("user/vieworder/:id", "user", "Order"),
    row("admin/dashboard", "admin", "Dashboard"),
    row("admin/editorder/:id", "admin", "Edit order"),
    row("home", "anyone", "Home"),
    row("notfound", "anyone", "Page not found"),
  ]);
  return function Pages() {
    const { pathname } = useLocation();
    const match = find(pathname);
    return (
      <>
        <Link to="/user/vieworder/8">Next order</Link>
        {match ? (
          <ParamsContext value={match.params}>
            <Suspense fallback={<p>Waiting</p>}>
              <GuardedPage page={match.page} />
            </Suspense>
          </ParamsContext>
        ) : (
          <Navigate to="/notfound" replace />
        )}
      </>
    );
  };
}

async function arrive(at: string) {
  const history = memoryHistory(at);
  const Pages = site();
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <Router history={history}>
        <Pages />
      </Router>
    </QueryClientProvider>,
  );
  return history;
}

const expectText = (words: string) => expect.element(page.getByText(words)).toBeVisible();

describe("a visitor", () => {
  it.each([
    ["/user/vieworder/7", "/user/login?next=%2Fuser%2Fvieworder%2F7"],
    ["/admin/dashboard", "/admin/login?next=%2Fadmin%2Fdashboard"],
    ["/admin/editorder/7", "/admin/login?next=%2Fadmin%2Feditorder%2F7"],
  ])("who opens %s is redirected to %s with a message", async (from, to) => {
    const history = await arrive(from);
    await expect.poll(history.visited).toEqual([to]);
    expect(toastText()).toBe("You must login to proceed");
  });

  it("without access to a page starts none of its queries", async () => {
    const history = await arrive("/user/vieworder/7");
    await expect.poll(history.visited).toEqual(["/user/login?next=%2Fuser%2Fvieworder%2F7"]);
    await expectText("Log in");
    expect(onPreload.mock.calls.map(([id]) => id)).toEqual([undefined]); // from the login page
  });

  it("whose session has expired returns to the page after logging in", async () => {
    logInAs("borrower", -10);
    const history = await arrive("/user/vieworder/7?from=mail");
    await expect.poll(() => history.visited()[0]).toMatch(/^\/user\/login\?/);
    expect(new URL(history.visited()[0] ?? "", location.href).search).toContain(
      encodeURIComponent("/user/vieworder/7"),
    );
    expect(sessionStorage.getItem("token")).toBeNull();
  });
});

describe("a borrower", () => {
  beforeEach(() => logInAs("borrower"));

  it("opens an order and preloads its data once", async () => {
    await arrive("/user/vieworder/7?from=mail");
    await expectText("Order 7");
    expect(onPreload.mock.calls).toEqual([["7", "?from=mail"]]);
  });

  it("who opens a login page with a next page is redirected to that page", async () => {
    const history = await arrive("/user/login?next=%2Fuser%2Fvieworder%2F7");
    await expect.poll(() => history.visited()[0]).toBe("/user/vieworder/7");
    await expectText("Order 7");
  });

  it("who goes from one order to the next loads each once", async () => {
    await arrive("/user/vieworder/7");
    await expectText("Order 7");
    await page.getByRole("link", { name: "Next order" }).click();
    await expectText("Order 8");
    expect(onPreload.mock.calls.map(([id]) => id)).toEqual(["7", "8"]);
  });
});
