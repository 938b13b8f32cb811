import { useEffect } from "react";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { memoryHistory } from "#web/test/memory-history.ts";
import { announce } from "#web/ui/feedback/announce.ts";
import { Link, Router, useLocation } from "#web/ui/router/router.tsx";
import { usePageArrival } from "./use-page-arrival.ts";

function Page() {
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname === "/found") announce("3 items");
  }, [pathname]);
  return (
    <main tabIndex={-1}>
      <title>{`${pathname} - The Library`}</title>
      {pathname !== "/bare" && <h1>Page {pathname}</h1>}
      {pathname === "/resources" && (
        <>
          <div style={{ height: "200vh" }} />
          <h2 id="vídeos">Videos</h2>
        </>
      )}
    </main>
  );
}

function Site() {
  usePageArrival();
  return (
    <>
      {["/news", "/news?page=2", "/bare", "/found", "/resources#v%C3%ADdeos", "/home"].map((to) => (
        <Link key={to} to={to}>
          to {to}
        </Link>
      ))}
      <output data-said />
      <Page />
    </>
  );
}

async function site(at = "/home") {
  await render(
    <Router history={memoryHistory(at)}>
      <Site />
    </Router>,
  );
}

const go = (to: string) => page.getByRole("link", { name: `to ${to}`, exact: true }).click();
const heading = (name: string) => page.getByRole("heading", { name });

describe("who arrives on a page", () => {
  it("by a link has the focus on its heading, and does not hear its title besides", async () => {
    await site();
    await go("/news");
    await expect.element(heading("Page /news")).toHaveFocus();
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    await expect.element(page.getByRole("status")).toHaveTextContent("");
  });

  it("hears what the page says, and not its title after it", async () => {
    await site();
    await go("/found");
    await expect.element(heading("Page /found")).toHaveFocus();
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    await expect.element(page.getByRole("status")).toHaveTextContent("3 items");
  });

  it("that has no heading has the focus on what it is about", async () => {
    await site();
    await go("/bare");
    await expect.element(page.getByRole("main")).toHaveFocus();
    await expect.element(page.getByRole("status")).toHaveTextContent("/bare - The Library");
  });

  it("by a load has the focus where the browser put it, and hears nothing twice", async () => {
    await site("/news");
    await expect.element(heading("Page /news")).toBeVisible();
    expect(document.activeElement).toBe(document.body);
    await expect.element(page.getByRole("status")).toHaveTextContent("");
  });

  it("whose filters alone have changed keeps the focus", async () => {
    await site("/news");
    await go("/news?page=2");
    await expect.element(page.getByRole("link", { name: "to /news?page=2" })).toHaveFocus();
  });

  it("with an anchor has the focus there, and sees it", async () => {
    await site();
    await go("/resources#v%C3%ADdeos");
    await expect.element(heading("Videos")).toHaveFocus();
    await expect.element(heading("Videos")).toBeInViewport();
  });
});
