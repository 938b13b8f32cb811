import { demonstrationNews } from "#db/seed/demonstration-news.ts";
import { expectNoSidewaysScroll, narrow, wide } from "#e2e/steps/screens.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

for (const screen of [wide, narrow]) {
  test(`a visitor reads resources and news at ${screen.width} px`, async ({ page }) => {
    await page.setViewportSize(screen);
    await page.goto("/resources");
    const link = page.getByRole("link", { name: "MedlinePlus" });
    await expect(link).toHaveAttribute("href", "https://medlineplus.gov/");
    await expect(link).toHaveAttribute("target", "_blank");
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

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
    await expectAccessible(page);
    await page.getByRole("link", { name: "How to return materials" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "How to return materials" })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "Pack them as they came." })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}
