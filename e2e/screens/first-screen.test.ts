import type { Locator, Page } from "@playwright/test";
import { dayAfter } from "#contract/orders/business-days.ts";
import { chooseDays, openCalendar } from "#e2e/steps/dates.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { layoutShifts, narrow, wide } from "#e2e/steps/screens.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

const bottomOf = async (part: Locator) => {
  const box = await part.boundingBox();
  return box ? box.y + box.height : Infinity;
};

/** Returns the number of covers that are completely in the first screen. */
const coversIn = (page: Page, { height }: { height: number }) =>
  page
    .locator("article")
    .evaluateAll(
      (boxes, height) =>
        boxes.filter((box) => (box.firstElementChild?.getBoundingClientRect().bottom ?? Infinity) <= height).length,
      height,
    );

test("home shows recent additions under the tiles, and the law section is compact on a phone", async ({ page }) => {
  await page.setViewportSize(narrow);
  await page.goto("/home");
  await expect.poll(() => coversIn(page, narrow)).toBe(2);
  expect(await layoutShifts(page)).toBeCloseTo(0, 2);
  const law = page.getByRole("region", { name: "The California Healthy Youth Act" });
  const documents = law.getByRole("list", { name: "Documents to download" });
  expect((await law.boundingBox())?.height).toBeLessThan(420);
  await law.getByRole("button", { name: "Read more" }).click();
  await expect(law.getByRole("button", { name: "Read less" })).toHaveAttribute("aria-expanded", "true");
  await expect(documents.getByText(/./).last()).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(wide);
  await page.goto("/home");
  expect(await layoutShifts(page)).toBeCloseTo(0, 2);
  await expect(law.getByRole("button")).toBeHidden();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Inventory" }).click();
  await expect(page).toHaveURL("/user/inventories");
});

test("the first screen of an inventory has four covers on a phone and two rows on a desk, and the keyboard reaches the first Add to Cart in five presses", async ({
  page,
}) => {
  for (const search of ["?lang=es", "/nutrition?lang=en"]) {
    for (const [screen, covers] of [
      [narrow, 4],
      [wide, 10],
    ] as const) {
      await page.setViewportSize(screen);
      await page.goto(`/user/inventories${search}`);
      await expect.poll(() => coversIn(page, screen), search).toBe(covers);
      expect(await layoutShifts(page)).toBeCloseTo(0, 2);
    }
  }
  await page.goto("/user/inventories/nutrition");
  const add = page.getByRole("button", { name: /^(Add to cart|Agregar al carrito): / }).first();
  await page.getByRole("heading", { level: 1 }).focus();
  for (const key of ["Tab", "Enter", "Tab", "Tab"]) await page.keyboard.press(key);
  await expect(add).toBeFocused();
});

test("one tap on a phone shows all filters, with dates, too", async ({ page }) => {
  await page.setViewportSize(narrow);
  await page.goto("/user/inventories");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "Filters" });
  for (const list of ["Category", "Subject", "Grade"])
    await expect(panel.getByRole("combobox", { name: list })).toBeVisible();
  await expect(panel.getByRole("group", { name: "Publisher" })).toBeVisible();
  await panel.getByRole("checkbox", { name: "Only show in stock" }).uncheck();
  await panel.getByRole("combobox", { name: "Category" }).selectOption("Video");
  await panel.getByRole("button", { name: "Need it for specific dates?" }).click();
  const calendar = await openCalendar(page);
  const day = dayAfter(new Date().toISOString().slice(0, 10), 90);
  await chooseDays(calendar, [day]);
  await expectAccessible(page);
  await calendar.getByRole("button", { name: "Done" }).click();
  await panel.getByRole("button", { name: "Show results" }).click();
  await expect(page).toHaveURL(`/user/inventories?category=2&stock=all&teachFrom=${day}&teachTo=${day}`);
  await expect(page.getByRole("button", { name: "Filter (1)" })).toBeFocused();
});

test("an item's first screen has its cover, title, stock, and Add to Cart, however long the title", async ({
  page,
  library,
}) => {
  const title = "Growing up healthy, ".repeat(7).slice(0, 140);
  const { id } = await stock(await clerkOf(library.address), { title, sku: "FIRST1", extent: "2 pages" });
  for (const screen of [narrow, wide]) {
    await page.setViewportSize(screen);
    await page.goto(`/user/viewitem/${id}`);
    const main = page.getByRole("main");
    const add = main.getByRole("button", { name: "Add to Cart", exact: true });
    const stockLine = main.getByText("1 in stock");
    for (const part of [page.getByRole("heading", { level: 1 }), stockLine, add])
      expect(await bottomOf(part)).toBeLessThanOrEqual(screen.height);
    await expect(main.getByText("Leaflet")).toBeVisible();
    await expect(main.getByText("Book", { exact: true })).toHaveCount(0);
    const description = await main.getByRole("heading", { name: "Description" }).boundingBox();
    const details = await main.getByText("SKU", { exact: true }).boundingBox();
    expect(description?.y).toBeLessThan(details?.y ?? 0);
    expect(await layoutShifts(page)).toBeCloseTo(0, 2);
  }
});

test("the footer is one line on a desk, and forms are in the middle of the page", async ({ page }) => {
  await page.setViewportSize(wide);
  await page.goto("/user/register");
  const tops = await page
    .getByRole("contentinfo")
    .locator("a, [role=group], fieldset, span")
    .evaluateAll((parts) =>
      parts
        .map((part) => part.getBoundingClientRect())
        .flatMap(({ top, bottom, width }) => (width > 1 ? (top + bottom) / 2 : [])),
    );
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(4);
  const form = await page.getByRole("main").locator("form").boundingBox();
  expect(((form?.x ?? 0) * 2 + (form?.width ?? 0)) / 2).toBeCloseTo(wide.width / 2, -1);
});
