import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/test.ts";

/** The printed page, with the dark scheme on screen. */
async function print(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  // the terms open on a press but are part of a sentence
  await expect(page.getByRole("button").filter({ hasNotText: "Terms" })).toHaveCount(0);
  const [paper, ink] = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body);
    return [backgroundColor, color];
  });
  expect(paper).toMatch(/^(rgba\(0, 0, 0, 0\)|rgb\(255, 255, 255\))$/);
  expect(ink).toMatch(/^rgb\(([0-4]?\d, ){2}[0-4]?\d\)$/);
}

test("the printed page has the text and none of the controls", async ({ page }) => {
  await page.goto("/user/home");
  await print(page);
  const tile = page.getByRole("main").getByRole("link", { name: "Books" });
  await expect(tile).toHaveCSS("background-color", "rgba(0, 0, 0, 0)"); // backgrounds are not printed: white text would be lost
  await expect(tile).not.toHaveCSS("color", "rgb(255, 255, 255)");
  await page.goto("/user/inventories");
  await print(page);
  await expect(page.getByRole("article").getByRole("heading").filter({ visible: true })).toHaveCount(18);
  await page.goto("/user/viewitem/1");
  await print(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("Description")).toBeVisible();
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("button", { name: "Add to Cart", exact: true }).click();
  await expect(page.getByRole("link", { name: "Cart (1)" })).toBeVisible();
  await page.goto("/user/cartitems");
  await expect(page.getByRole("spinbutton", { name: /^Quantity/ })).toBeVisible();
  await print(page);
  await expect(page.getByRole("spinbutton", { name: /^Quantity/ })).toHaveValue("1");
});
