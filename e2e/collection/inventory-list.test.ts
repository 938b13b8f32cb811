import { asClerk } from "#e2e/steps/as-clerk.ts";
import { narrow, wide } from "#e2e/steps/screens.ts";
import { asked } from "#e2e/steps/stocking.ts";
import { expect, test } from "#e2e/test.ts";

test("the list keeps its search, its filters, and both pages in the address, on a desktop and a phone", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
  const inStock = page.getByRole("region", { name: "In Stock" });
  const outOfStock = page.getByRole("region", { name: "Out of Stock" });
  const search = page.getByRole("searchbox", { name: "Search" });
  await asClerk(page);
  type Code = { subjectId: number; subjectName: string };
  const subjects = await asked<Code[]>(page, "Code/GetEverySubject");
  const subject = subjects.find(({ subjectName }) => subjectName === "Healthy Eating")?.subjectId;

  for (const screen of [wide, narrow]) {
    await page.setViewportSize(screen);
    await page.goto("/admin/inventorylist");
    await expect(inStock.getByRole("row")).toHaveCount(11);
    await expect(outOfStock.getByRole("row")).toHaveCount(6);
    await inStock.getByRole("link", { name: "Page 2", exact: true }).click();
    await expect(inStock.getByText(/^Showing 11 - 20 of/)).toBeVisible();
    await outOfStock.getByRole("link", { name: "Next page" }).click();
    await expect(outOfStock.getByText(/^Showing 6 - 10 of/)).toBeVisible();
    await expect(page).toHaveURL(/\?page=2&outpage=2#out-of-stock$/);
    await page.reload();
    await expect(inStock.getByText(/^Showing 11 - 20 of/)).toBeVisible();
    const first = inStock.getByRole("row").nth(1).getByRole("link").first();
    const title = await first.innerText();
    await first.click();
    await expect(heading(title)).toBeVisible();
    await page.getByRole("link", { name: "Back to Inventory" }).click();
    await expect(inStock.getByText(/^Showing 11 - 20 of/)).toBeVisible();
    await expect(outOfStock.getByText(/^Showing 6 - 10 of/)).toBeVisible();

    await page.getByLabel("Category").selectOption({ label: "Book" });
    await page.getByLabel("Subject").selectOption({ label: "Healthy Eating" });
    await page.getByLabel("Grade").selectOption({ label: "Grades 3-5" });
    await search.fill("food");
    await search.press("Enter");
    await expect(page).toHaveURL(new RegExp(`\\?q=food&category=1&subject=${subject}&grade=\\d+$`));
    await expect(inStock.getByText(/^Showing 1 - /)).toBeVisible();
    await expect(inStock.locator("[aria-busy]")).toHaveCount(0); // the rows before stay until then
    for (const row of (await inStock.getByRole("row").all()).slice(1)) {
      await expect(row).toContainText("Book");
      await expect(row).toContainText("Healthy Eating");
    }
    await search.fill("qqqzzzxxx");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await expect(page.getByText("No records to display.")).toBeVisible();
    await expect(page.locator("main [aria-busy]")).toHaveCount(0);
    await page.goBack();
    await expect(search).toHaveValue("food");
    await expect(page.getByLabel("Category")).toHaveValue("1");
    await expect(page.getByLabel("Subject")).toHaveValue(String(subject));
    await page.getByRole("link", { name: "Show everything" }).click();
    await expect(page).toHaveURL("/admin/inventorylist");
  }
});
