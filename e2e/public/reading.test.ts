import { demonstrationNews } from "#db/seed/demonstration-news.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";

test("a visitor reads resources and news at 390 px", async ({ page }) => {
  await page.setViewportSize(narrow);
  await page.goto("/resources");
  const link = page.getByRole("link", { name: "MedlinePlus" });
  await expect(link).toHaveAttribute("href", "https://medlineplus.gov/");
  await expect(link).toHaveAttribute("target", "_blank");

  await page.goto("/news");
  await expect(page.getByRole("link", { name: "Add New" })).toHaveCount(0);
  const titles = demonstrationNews.map(({ title }) => title);
  // they may include what other journeys wrote
  await expect
    .poll(async () => {
      const shown = await page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents();
      return shown.filter((title) => titles.includes(title));
    })
    .toEqual(titles);
  await page.getByRole("link", { name: "How to return materials" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "How to return materials" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Pack them as they came." })).toBeVisible();
});
