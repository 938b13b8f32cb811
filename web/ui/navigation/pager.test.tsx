import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { memoryHistory } from "#web/test/memory-history.ts";
import { Pager } from "./pager.tsx";
import { Router } from "#web/ui/router.tsx";

const link = (name: string) => page.getByRole("link", { name, exact: true });
const names = () =>
  page
    .getByRole("link")
    .elements()
    .map((element) => element.getAttribute("aria-label"));

async function renderPager(at: number, total: number, busy = false) {
  const history = memoryHistory(`/list?page=${at}`);
  await render(
    <Router history={history}>
      <Pager page={at} pageSize={10} total={total} hrefFor={(to) => `/list?page=${to}`} busy={busy} />
    </Router>,
  );
  return history;
}

describe("a pager", () => {
  it("links to each page and marks the current one", async () => {
    await renderPager(3, 47);
    await expect.element(link("Page 3")).toHaveAttribute("aria-current", "page");
    await expect.element(link("Page 4")).not.toHaveAttribute("aria-current");
    await expect.element(link("Next page")).toHaveAttribute("href", "/list?page=4");
    await expect.element(link("Previous page")).toHaveAttribute("href", "/list?page=2");
    await expect.element(link("First page")).toHaveAttribute("href", "/list?page=1");
    await expect.element(link("Last page")).toHaveAttribute("href", "/list?page=5");
  });

  it("disables the links past both ends", async () => {
    await renderPager(1, 20);
    for (const name of ["First page", "Previous page"]) {
      await expect.element(link(name)).toHaveAttribute("aria-disabled", "true");
      await expect.element(link(name)).not.toHaveAttribute("href");
    }
    await expect.element(link("Last page")).toHaveAttribute("href", "/list?page=2");
  });

  it("shows no links when there is only one page", async () => {
    await renderPager(1, 7);
    await expect.element(page.getByText("Showing 1 - 7 of 7 results")).toBeVisible();
    expect(names()).toEqual([]);
  });

  it("is busy while another list is loading", async () => {
    await renderPager(1, 47, true);
    await expect.element(page.getByRole("navigation", { name: "Pages" })).toHaveAttribute("aria-busy", "true");
  });
});
