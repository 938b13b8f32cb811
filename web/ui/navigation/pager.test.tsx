import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { memoryHistory } from "#web/test/memory-history.ts";
import { Router } from "#web/ui/router/router.tsx";
import { Pager } from "./pager.tsx";

const link = (name: string) => page.getByRole("link", { name, exact: true });
const names = () =>
  page
    .getByRole("link")
    .elements()
    .map((each) => each.getAttribute("aria-label"));

async function paged(at: number, total: number, busy = false) {
  const history = memoryHistory(`/list?page=${at}`);
  await render(
    <Router history={history}>
      <Pager page={at} pageSize={10} total={total} hrefFor={(to) => `/list?page=${to}`} busy={busy} />
    </Router>,
  );
  return history;
}

describe("the pages of a list", () => {
  it("say what is shown, of how many", async () => {
    await paged(3, 47);
    await expect.element(page.getByText("Showing 21 - 30 of 47 results")).toBeVisible();
  });

  it("are links, each with its address, and this one is marked", async () => {
    await paged(3, 47);
    await expect.element(link("Page 3")).toHaveAttribute("aria-current", "page");
    await expect.element(link("Page 4")).not.toHaveAttribute("aria-current");
    await expect.element(link("Next page")).toHaveAttribute("href", "/list?page=4");
    await expect.element(link("Previous page")).toHaveAttribute("href", "/list?page=2");
    await expect.element(link("First page")).toHaveAttribute("href", "/list?page=1");
    await expect.element(link("Last page")).toHaveAttribute("href", "/list?page=5");
  });

  it("go where they say", async () => {
    const history = await paged(1, 47);
    await link("Next page").click();
    expect(history.visited()).toEqual(["/list?page=1", "/list?page=2"]);
  });

  it("end at both ends: there is no address to go on to", async () => {
    await paged(1, 20);
    for (const name of ["First page", "Previous page"]) {
      await expect.element(link(name)).toHaveAttribute("aria-disabled", "true");
      await expect.element(link(name)).not.toHaveAttribute("href");
    }
    await expect.element(link("Last page")).toHaveAttribute("href", "/list?page=2");
  });

  it("are not offered where there is only one", async () => {
    await paged(1, 7);
    await expect.element(page.getByText("Showing 1 - 7 of 7 results")).toBeVisible();
    expect(names()).toEqual([]);
  });

  it("say that another list is awaited", async () => {
    await paged(1, 47, true);
    await expect.element(page.getByRole("navigation", { name: "Pages" })).toHaveAttribute("aria-busy", "true");
  });
});
