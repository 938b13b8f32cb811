import type { Locator, Page } from "@playwright/test";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { tabTo } from "#e2e/steps/keyboard.ts";
import { expect, test } from "#e2e/test.ts";

const box = (page: Page) => page.getByRole("combobox", { name: "Search the inventory" });
const list = (page: Page) => page.getByRole("listbox", { name: "Suggestions" });
const option = (page: Page, name: RegExp) => list(page).getByRole("option", { name });
const activeOption = (page: Page) => list(page).getByRole("option", { selected: true });

/** Presses / until its listener is loaded and focuses the box. */
async function slashTo(page: Page, field: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(field).toBeFocused({ timeout: 500 });
  }).toPass();
}

test("a title is found by its first letters and the arrow keys", async ({ page, library }) => {
  const clerk = await clerkOf(library.address);
  const [begins, inside] = ["Mosswort on every plate", `The day of the ${"Mosswort".toLowerCase()}`];
  await stock(clerk, { title: begins, sku: "SUGG2A" });
  await stock(clerk, { title: inside, sku: "SUGG2B" });
  const text = "Mosswort".slice(0, -2).toLowerCase();
  await page.setViewportSize(narrow);
  await page.goto("/user/home");
  await tabTo(page, "combobox", "Search the inventory");
  await page.keyboard.type(text.slice(0, 1));
  await expect(box(page)).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.type(text.slice(1));
  await expect(option(page, new RegExp(`^${begins} Book`))).toBeVisible();
  await expect(option(page, new RegExp(`^${inside} Book`))).toBeVisible();
  await expect(page.locator("[data-said]")).toHaveText("2 suggestions");
  await expect(box(page)).toHaveAttribute("aria-expanded", "true");
  await expect(activeOption(page)).toHaveCount(0);

  await page.keyboard.press("ArrowDown");
  await expect(activeOption(page)).toHaveText(new RegExp(`^${begins}`));
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(activeOption(page)).toHaveText(new RegExp(`^${inside}`));
  const id = await activeOption(page).getAttribute("id");
  await expect(box(page)).toHaveAttribute("aria-activedescendant", id ?? "none");
  await expect(box(page)).toHaveValue(text);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: inside })).toBeVisible();
});

test("Escape closes the suggestions; Enter without a choice searches", async ({ page }) => {
  await page.setViewportSize(narrow);
  await page.goto("/home");
  await box(page).pressSequentially("healthy");
  await expect(option(page, /^Healthy Eating/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(list(page)).toBeHidden();
  await expect(box(page)).toHaveValue("healthy");
  await page.keyboard.press("ArrowDown");
  await expect(activeOption(page)).toHaveText(/^Healthy Eating/);
  await page.keyboard.press("ArrowLeft");
  await expect(activeOption(page)).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/user/inventories/healthy");
  await expect(page.getByText(/ for “healthy”$/).first()).toBeVisible();
  await expect(list(page)).toBeHidden();
});

test("the / key focuses the header’s search box until that is turned off", async ({ page, context }) => {
  await page.goto("/user/viewitem/3");
  await expect(page.getByRole("banner").getByRole("search")).toBeVisible();
  await slashTo(page, box(page));
  await expect(box(page)).toHaveValue("");
  await page.keyboard.type("healthy/");
  await expect(box(page)).toHaveValue("healthy/");
  const other = await context.newPage();
  await other.goto("/accessibility");
  const choice = other.getByRole("checkbox", { name: "Turn off the / key for search" });
  await choice.check();
  // a choice reaches other tabs a moment later
  const focusesBox = async () => {
    await page.getByRole("button", { name: "Search", exact: true }).focus();
    await page.keyboard.press("/");
    return box(page).evaluate((field) => field === document.activeElement);
  };
  await expect.poll(focusesBox).toBe(false);
  await choice.uncheck();
  await expect.poll(focusesBox).toBe(true);
  await page.setViewportSize(narrow);
  await expect(box(page)).toBeHidden();
  await page.goto("/user/viewitem/3");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await box(page).pressSequentially("healthy");
  await expect(option(page, /^Healthy Eating/)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/user/inventories/healthy");
});
