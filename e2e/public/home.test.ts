import { readFile } from "node:fs/promises";
import { layoutShifts } from "#e2e/steps/layout-shifts.ts";
import { wide } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";

test.describe("at 1280 px", () => {
  test.use({ viewport: wide });

  test("a teacher understands the home page, downloads a document, and finds something", async ({ page }) => {
    await page.goto("/home");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Health education, on loan to every school");
    for (const name of [
      "The California Healthy Youth Act",
      "What teachers say",
      "Our mission",
      "How borrowing works",
      "Latest news",
    ])
      await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
    await expect(page.getByRole("region", { name: "Latest news" }).getByRole("heading", { level: 3 })).toHaveCount(1);

    const documents = page.getByRole("list", { name: "Documents to download" }).getByRole("link");
    await expect(documents).toHaveCount(3);
    const [download] = await Promise.all([page.waitForEvent("download"), documents.first().click()]);
    expect(download.suggestedFilename()).toBe("sample-curriculum-assessment.pdf");
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe("%PDF-");

    await page.getByRole("combobox", { name: "Search the inventory" }).fill("healthy eating");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/user\/inventories\/healthy%20eating$/);
    await expect(page.getByRole("heading", { level: 1, name: "Our Inventory" })).toBeVisible();
  });

  test("nothing jumps on the public pages, even when the news loads slowly", async ({ page }) => {
    await page.route(/api\/(News|Site)\//, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    });
    for (const [path, shown] of [
      ["/home", "All news"],
      ["/resources", "MedlinePlus"],
      ["/news", "How to return materials"],
      ["/signup", "Email address"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByText(shown, { exact: true }).first()).toBeVisible();
      expect.soft(await layoutShifts(page), `how much moved at ${path}`).toBeLessThan(0.02);
    }
  });
});

test.describe("without the texts", () => {
  test.use({ faultsMeant: ["We can’t reach the library."] });

  test("the home page still works", async ({ page }) => {
    // neither embedded in the page nor returned by the call
    await page.route("**/home", async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(/<script type="application\/json".*?<\/script>/s, "");
      await route.fulfill({ response: answer, body });
    });
    await page.route(/api\/Site\//, (route) => route.abort());
    await page.goto("/home");
    await page.getByRole("combobox", { name: "Search the inventory" }).fill("safety");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/user\/inventories\/safety$/);
  });
});
