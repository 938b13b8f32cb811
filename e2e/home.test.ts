import { expect, test } from "./test.ts";

test("a visitor finds the search and the recent additions", async ({ page }) => {
  await page.goto("/user/home");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("combobox", { name: /Search/ }).first()).toBeVisible();
});
