import { afterEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { memoryHistory } from "#web/test/memory-history.ts";
import { ScrollMemory } from "./scroll-memory.tsx";
import { Link, Router, useLocation } from "#web/ui/router.tsx";

afterEach(() => {
  sessionStorage.removeItem("scroll");
  scrollTo(0, 0);
});

function Site() {
  const { pathname } = useLocation();
  return (
    <div style={{ height: pathname === "/short" ? "10px" : "400vh" }}>
      <nav style={{ position: "fixed" }}>
        <Link to="/item">Item</Link>
        <Link to="/list?page=2">Next page</Link>
        <Link to="/list#end">End</Link>
      </nav>
      <p>At {pathname}</p>
    </div>
  );
}

async function site() {
  const history = memoryHistory("/list");
  await render(
    <Router history={history}>
      <ScrollMemory />
      <Site />
    </Router>,
  );
  return history;
}

async function scrollDown(to: number) {
  scrollTo(0, to);
  await expect.poll(() => Math.round(scrollY)).toBe(to);
  // the browser reports the position a frame later
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

const follow = (name: string) => page.getByRole("link", { name }).click();

describe("the scroll position", () => {
  it("is at the top of a new page, and Back restores it", async () => {
    const history = await site();
    await scrollDown(500);
    await follow("Item");
    await expect.element(page.getByText("At /item")).toBeInTheDocument();
    await expect.poll(() => scrollY).toBe(0);
    history.go(-1);
    await expect.element(page.getByText("At /list")).toBeInTheDocument();
    await expect.poll(() => Math.round(scrollY)).toBe(500);
  });

  it("is at the top of the next page of the same list", async () => {
    await site();
    await scrollDown(500);
    await follow("Next page");
    await expect.poll(() => scrollY).toBe(0);
  });

  it("stays the same for an address with an anchor", async () => {
    await site();
    await scrollDown(300);
    await follow("End");
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(Math.round(scrollY)).toBe(300);
  });

  it("is stored for a reload when the page is left", async () => {
    await site();
    await scrollDown(450);
    dispatchEvent(new Event("pagehide"));
    expect(JSON.parse(sessionStorage.getItem("scroll") ?? "{}")).toEqual({ "/list": 450 });
  });
});
