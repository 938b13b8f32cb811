import { useEffect, useState } from "react";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { memoryHistory } from "#web/test/memory-history.ts";
import { usePageArrival } from "./use-page-arrival.ts";
import { announce } from "#web/ui/accessibility.tsx";
import { Link, Router, useLocation } from "#web/ui/router.tsx";

function Page() {
  const { pathname } = useLocation();
  const [isLate, setLate] = useState(true);
  useEffect(() => {
    if (pathname === "/found") announce("3 items");
  }, [pathname]);
  useEffect(() => {
    const show = () => setLate(false);
    addEventListener("page is ready", show);
    return () => removeEventListener("page is ready", show);
  }, []);
  if (pathname === "/late" && isLate) return <main tabIndex={-1} />;
  return (
    <main tabIndex={-1}>
      <title>{`${pathname} - The Library`}</title>
      {pathname === "/bare" ? <p>Only words.</p> : <h1>Page {pathname}</h1>}
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
      {["/news", "/news?page=2", "/bare", "/found", "/late", "/resources#v%C3%ADdeos", "/home"].map((to) => (
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

describe("arriving on a page", () => {
  it("by a link moves the focus to its heading, and announces nothing else", async () => {
    await site();
    await go("/news");
    await expect.element(heading("Page /news")).toHaveFocus();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await expect.element(page.getByRole("status")).toHaveTextContent("");
  });

  it("announces the page's own message, and no title after it", async () => {
    await site();
    await go("/found");
    await expect.element(heading("Page /found")).toHaveFocus();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await expect.element(page.getByRole("status")).toHaveTextContent("3 items");
  });

  it("that has no heading moves the focus to main, and announces the title", async () => {
    await site();
    await go("/bare");
    await expect.element(page.getByRole("main")).toHaveFocus();
    await expect.element(page.getByRole("status")).toHaveTextContent("/bare - The Library");
  });

  it("that shows later waits in main and then moves the focus to its heading, unless its visitor went on", async () => {
    for (const goesOn of [false, true]) {
      await site();
      await go("/late");
      await expect.element(page.getByRole("main")).toHaveFocus();
      const link = page.getByRole("link", { name: "to /news", exact: true });
      if (goesOn) link.element().focus();
      dispatchEvent(new Event("page is ready"));
      await expect.element(heading("Page /late")).toBeVisible();
      await expect.element(goesOn ? link : heading("Page /late")).toHaveFocus();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await expect.element(page.getByRole("status")).toHaveTextContent("");
      await cleanup();
    }
  });

  it("by a page load leaves the focus alone, and announces nothing", async () => {
    await site("/news");
    await expect.element(heading("Page /news")).toBeVisible();
    expect(document.activeElement).toBe(document.body);
    await expect.element(page.getByRole("status")).toHaveTextContent("");
  });

  it("with only new filters leaves the focus alone", async () => {
    await site("/news");
    await go("/news?page=2");
    await expect.element(page.getByRole("link", { name: "to /news?page=2" })).toHaveFocus();
  });

  it("with an anchor moves the focus there and scrolls to it", async () => {
    await site();
    await go("/resources#v%C3%ADdeos");
    await expect.element(heading("Videos")).toHaveFocus();
    await expect.element(heading("Videos")).toBeInViewport();
  });
});
