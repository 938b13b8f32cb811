import type { Page } from "@playwright/test";
import * as z from "zod";
import { tabTo } from "#e2e/steps/keyboard.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";

const titles = (page: Page) => page.getByRole("article").getByRole("link");
const first = (page: Page) => titles(page).first();
const sorted = z.object({
  data: z.object({ searchInStockResults: z.array(z.object({ inventoryId: z.number(), title: z.string() })) }),
});

/** Chooses by keyboard, and waits for the titles in that order; returns them as the server gave them. */
async function sortDown(page: Page, sort: string): Promise<string[]> {
  const answered = page.waitForResponse((response) => response.url().includes(`sort=${sort}`));
  await page.keyboard.press("ArrowDown");
  const { searchInStockResults: found } = sorted.parse(await (await answered).json()).data;
  await expect(page).toHaveURL(`/user/inventories/health?sort=${sort}`);
  await expect(first(page)).toHaveAttribute("href", `/user/viewitem/${found[0]?.inventoryId}`);
  return found.map(({ title }) => title);
}

test("results are sorted by keyboard, and the address keeps it, at 390 px", async ({ page }) => {
  await page.setViewportSize(narrow);
  await page.goto("/user/inventories/health");
  await expect(page.locator("mark").first()).toBeVisible();
  await tabTo(page, "combobox", "Sort by");
  await sortDown(page, "newest");
  await expect(page.getByRole("combobox", { name: "Sort by" })).toBeFocused();
  const newest = await first(page).getAttribute("href");
  const bare = (await sortDown(page, "title")).map((title) =>
    title
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/^[^a-z0-9]*((the|an?)\s+)?/, ""),
  );
  expect(bare).toEqual(bare.toSorted());
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page).toHaveURL("/user/inventories/health?sort=title&page=2");
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Sort by" })).toHaveValue("title");
  await page.goBack();
  await page.goBack();
  await expect(first(page)).toHaveAttribute("href", newest ?? "");
});

test("in Spanish, and without script, the sorting is a part of the search", async ({ someoneElse }) => {
  const page = await someoneElse({ javaScriptEnabled: false });
  await page.goto("/user/inventories?lang=es");
  const sort = page.getByRole("combobox", { name: "Ordenar por" });
  await expect(sort.getByRole("option")).toHaveText(["Título", "Más nuevos", "Más prestados"]);
  await sort.selectOption("Más nuevos");
  await page.getByRole("button", { name: "Buscar" }).click();
  await expect(page).toHaveURL(/\/user\/inventories\?.*sort=newest/);
  await expect(sort).toHaveValue("newest");
});

test("a card says for whom it is, from when, and how many are left", async ({ page }) => {
  await page.goto("/user/inventories/Build%20a%20healthy%20eating%20routine");
  const card = page
    .getByRole("article")
    .filter({ has: page.getByRole("link", { name: "Build a healthy eating routine", exact: true }) });
  await expect(card.getByText(/^Grades .* · \d{4} · \d+ in stock\s*$/)).toBeVisible();
  await expect(card.locator("mark")).toHaveText(["Build", "healthy", "eating", "routine"]);
});
