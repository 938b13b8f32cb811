import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";

test("a clerk adds a synonym, checks what it finds, removes it, and undoes that", async ({ page, library }) => {
  await page.setViewportSize(narrow);
  const clerk = await clerkOf(library.address);
  await stock(clerk, { title: "Quincunx for beginners", sku: "QUINC" });
  await clerk.enter(page);

  await page.goto("/admin/synonyms");
  await page.getByRole("link", { name: "Add entry" }).click();
  await page.getByLabel(/^Words that mean the same/).fill("quincunx, quincunce");
  await page.getByLabel(/^People also type/).fill("zorbing");
  await page.getByLabel(/^People also type/).press("Tab");
  await page.getByLabel(/^Broader words/).press("Tab");
  await page.keyboard.press("Enter");
  await toast(page, "Entry saved. Searches use it now.");
  await expect(page).toHaveURL(/\/admin\/synonyms\/\d+$/);
  await expect(page.getByRole("heading", { name: "Edit entry" })).toBeVisible();

  const find = async () =>
    (await clerk.ask<{ inStockTotal: number }>("Inventory/GetInventoryBySearchParams?searchString=zorbing"))
      .inStockTotal;
  expect(await find()).toBe(1);

  await page.goto("/admin/synonyms");
  await page.getByLabel("Find an entry").fill("quincunce");
  await page.keyboard.press("Enter");
  await page.getByRole("table").getByRole("link", { name: "quincunx, quincunce" }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await toast(page, "Entry removed.");
  await page.getByRole("button", { name: "Undo: removed quincunx, quincunce" }).press("Enter");
  await toast(page, "Entry restored.");
  await expect(page.getByRole("heading", { level: 1, name: "Synonyms" })).toBeFocused();
  await page.goto("/admin/synonyms?q=quincunce");
  expect(await find()).toBe(1);
  await page.getByRole("table").getByRole("link", { name: "quincunx, quincunce" }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await toast(page, "Entry removed.");
  await page.goto("/admin/synonyms?q=quincunce");
  expect(await find()).toBe(0);
  await expect(page.getByText("No entry has a word like this.")).toBeVisible();

  await page.getByRole("main").getByRole("link", { name: "Activity log" }).click();
  await expect(page.getByText("Removed synonyms").first()).toBeVisible();
  await expect(page.getByText("Added synonyms").first()).toBeVisible();
});
