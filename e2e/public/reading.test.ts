import { demonstrationNews } from "#db/seed/demonstration-news.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { narrow, wide } from "#e2e/steps/screens.ts";
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

test("a title's page has its author, publisher, and year as fields, and none that is empty, at 1280 px", async ({
  page,
  library,
}) => {
  await page.setViewportSize(wide);
  const clerk = await clerkOf(library.address);
  const known = { author: "Ada Bones", publisher: "Marrow & Sons", publishedYear: "1987" };
  const form = { description: "What is inside.", categoryId: 1, subjectId: 1, gradeId: 63, copies: 1 };
  const add = async (title: string, referenceNumber: string, more: object) =>
    (await clerk.tell<{ id: number }>("Inventory/AddReferenceNumber", { ...form, title, referenceNumber, ...more })).id;
  const [full, bare] = [await add("Bones from within", "RDFULW", known), await add("Bones from without", "RDBARW", {})];
  const valueOf = (term: string) => page.getByRole("main").locator("dt", { hasText: term }).locator("+ dd");
  await page.goto(`/user/viewitem/${full}`);
  await expect(page.getByRole("heading", { level: 1, name: "Bones from within" })).toBeVisible();
  for (const [term, value] of [
    ["Author", known.author],
    ["Publisher", known.publisher],
    ["Year", known.publishedYear],
  ] as const) {
    await expect(valueOf(term)).toHaveText(value);
    await expect(valueOf(term)).toBeVisible();
  }
  await page.goto(`/user/viewitem/${bare}`);
  await expect(page.getByRole("heading", { level: 1, name: "Bones from without" })).toBeVisible();
  await expect(valueOf("SKU")).toBeVisible();
  for (const term of ["Author", "Publisher", "Year"]) await expect(valueOf(term)).toHaveCount(0);
});
