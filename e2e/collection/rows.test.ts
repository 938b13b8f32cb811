import type { Page } from "@playwright/test";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { wide } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";

const tablet = { width: 768, height: 1024 };

/** WebKit ignores `position: relative` on a row. Chromium can be made to do the same. */
const likeWebKit = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("tr { position: static !important }");
    document.adoptedStyleSheets.push(sheet);
  });

for (const screen of [wide, tablet]) {
  test(`a click in a row opens that row and covers nothing else, at ${screen.width} px`, async ({ page, library }) => {
    const clerk = await clerkOf(library.address);
    await clerk.enter(page);
    await page.setViewportSize(screen);
    for (const place of ["orderlist", "inventorylist"]) {
      await test.step(place, async () => {
        await page.goto(`/admin/${place}`);
        const rows = page.getByRole("table").first().getByRole("row");
        await expect(rows.nth(3)).toBeVisible();
        await likeWebKit(page);
        const link = rows.nth(2).getByRole("rowheader").getByRole("link");
        const href = (await link.getAttribute("href")) ?? "none";
        expect(href).not.toBe(await rows.last().getByRole("rowheader").getByRole("link").getAttribute("href"));

        for (const cell of [1, 2, 4]) {
          // why force: the link lies above the cell, as it should
          await rows.nth(2).getByRole("cell").nth(cell).click({ force: true });
          await expect(page).toHaveURL(href);
          await page.goBack();
          await expect(rows.nth(3)).toBeVisible();
        }
        await rows.nth(2).getByRole("link", { name: "Edit" }).click();
        await expect(page).toHaveURL(/\/admin\/(editorder|item)\/\d+$/);
        await page.goBack();
        await expect(rows.nth(3)).toBeVisible();
        await page.getByRole("heading", { level: 1 }).click();
        await expect(page).toHaveURL(`/admin/${place}`);
        await page.getByRole("banner").getByRole("link", { name: "News" }).click();
        await expect(page).toHaveURL("/admin/news");
      });
    }
  });
}
