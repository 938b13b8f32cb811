import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Suspense } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { Guard } from "#web/app/access.ts";
import { endSession } from "#web/lib/session.ts";
import { logInAs } from "#web/test/a-session.ts";
import { memoryHistory } from "#web/test/memory-history.ts";
import { Link, Navigate, ParamsContext, Router, useLocation, useParams } from "#web/ui/router/router.tsx";
import { toasts } from "#web/ui/feedback/toast.ts";
import { GuardedPage } from "./page-guard.tsx";
import { findAmong, type PageRow } from "./page-table.ts";

const loaded = vi.fn<(id: string | undefined, search: string) => void>();
beforeEach(() => {
  loaded.mockClear();
  toasts.dismiss();
});
afterEach(endSession);

const said = () => {
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
      loaded(params["id"], url.search);
      return [];
    },
  };
}

/** A site of a few pages, each with another guard. */
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
    const found = find(pathname);
    return (
      <>
        <Link to="/user/vieworder/8">Next order</Link>
        {found ? (
          <ParamsContext value={found.params}>
            <Suspense fallback={<p>Waiting</p>}>
              <GuardedPage page={found.page} />
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

const expectShown = (words: string) => expect.element(page.getByText(words)).toBeVisible();

describe("a visitor", () => {
  it("opens what is open to anyone", async () => {
    await arrive("/user/home");
    await expectShown("Inventory");
    expect(said()).toBeUndefined();
  });

  it.each([
    ["/user/vieworder/7", "/user/login?next=%2Fuser%2Fvieworder%2F7"],
    ["/admin/dashboard", "/admin/login?next=%2Fadmin%2Fdashboard"],
    ["/admin/editorder/7", "/admin/login?next=%2Fadmin%2Feditorder%2F7"],
  ])("who asks for %s is led to %s, from where a login leads back, and told why", async (from, to) => {
    const history = await arrive(from);
    await expect.poll(history.visited).toEqual([to]);
    expect(said()).toBe("You must login to proceed");
  });

  it("who may not open a page makes it ask for nothing", async () => {
    const history = await arrive("/user/vieworder/7");
    await expect.poll(history.visited).toEqual(["/user/login?next=%2Fuser%2Fvieworder%2F7"]);
    await expectShown("Log in");
    expect(loaded.mock.calls.map(([id]) => id)).toEqual([undefined]); // the login's own
  });

  it("whose session has run out comes back to the page after logging in", async () => {
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

  it("opens an order, whose data is asked for with its code", async () => {
    await arrive("/user/vieworder/7?from=mail");
    await expectShown("Order 7");
    expect(loaded.mock.calls).toEqual([["7", "?from=mail"]]);
  });

  it("may not enter the staff pages, and sees why", async () => {
    const history = await arrive("/admin/dashboard");
    await expect.poll(history.visited).toEqual(["/home"]);
    expect(said()).toBe("Redirected to Home Page: You do not have access to the requested page");
  });

  it("has nothing to do on the login page", async () => {
    const history = await arrive("/user/login");
    await expect.poll(() => history.visited()[0]).not.toBe("/user/login");
    expect(said()).toBeUndefined();
  });

  it("who opens a login that leads somewhere is led there", async () => {
    const history = await arrive("/user/login?next=%2Fuser%2Fvieworder%2F7");
    await expect.poll(() => history.visited()[0]).toBe("/user/vieworder/7");
    await expectShown("Order 7");
  });

  it("goes from one order to the next, each asked for once", async () => {
    await arrive("/user/vieworder/7");
    await expectShown("Order 7");
    await page.getByRole("link", { name: "Next order" }).click();
    await expectShown("Order 8");
    expect(loaded.mock.calls.map(([id]) => id)).toEqual(["7", "8"]);
  });

  it.each(["abc", "0", "-1", "1.5", "99999999999"])(
    "who asks for order %s finds no page, and no call is made",
    async (id) => {
      const history = await arrive(`/user/vieworder/${id}`);
      await expect.poll(history.visited).toEqual(["/notfound"]);
      expect(loaded.mock.calls.map(([asked]) => asked)).not.toContain(id);
    },
  );
});

describe("an administrator", () => {
  beforeEach(() => logInAs("admin"));

  it("opens the staff's pages", async () => {
    await arrive("/admin/editorder/7");
    await expectShown("Edit order 7");
  });

  it("may not open a borrower's page, and sees why", async () => {
    const history = await arrive("/user/vieworder/7");
    await expect.poll(history.visited).toEqual(["/admin/dashboard"]);
    expect(said()).toBe("Redirected to Dashboard: You do not have access to the requested page");
  });
});
