import { asClerk, clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { logIn } from "./steps/log-in.ts";
import { aNewcomer, register } from "./steps/borrowing.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "./test.ts";

test.describe("a visitor", () => {
  test("finds any search text again after a reload", async ({ page }) => {
    for (const text of ["50% off / free #1?", "%2F", "administrator", "健康", "a+b & c", ".."]) {
      await page.goto("/user/inventories");
      const box = page.getByRole("combobox", { name: "Search text" });
      await box.fill(text);
      await page.keyboard.press("Enter");
      await expect(page).not.toHaveURL(/\/user\/inventories$/);
      await page.reload();
      await expect(box).toHaveValue(text);
    }
  });

  test("returns to the same place in the same results", async ({ page }) => {
    await page.goto("/user/inventories");
    await page.getByLabel("Category").selectOption({ label: "Book" });
    await expect(page).toHaveURL(/category/);
    const next = page.getByRole("navigation", { name: "Pages of results" }).getByRole("link", { name: "Next page" });
    await next.click();
    await expect(page.getByText(/Showing 19 - 36 of/)).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    const last = page.getByRole("article").last().getByRole("link");
    const title = (await last.innerText()).replace(/…$/, ""); // a long one is cut on its card
    await last.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    expect(before).toBeGreaterThan(200);
    await last.click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(title);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(page.getByText(/Showing 19 - 36 of/)).toBeVisible();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
    await expect(page.getByLabel("Category")).toHaveValue("1");
  });

  test("follows the pager of an outgoing list to pages of the new search", async ({ page }) => {
    await page.goto("/user/inventories");
    const pager = page.getByRole("navigation", { name: "Pages of results" });
    await expect(pager).toContainText("Showing 1 - 18 of");
    const count = page.getByRole("main").getByText(/^[\d,]+ items in stock/);
    const before = await count.innerText();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/api/Inventory/GetInventoryBySearchParams*", async (route) => {
      await held;
      await route.continue();
    });
    // immediately: nobody can press a link sooner
    const now = await page.evaluate(() => {
      const category = document.querySelector<HTMLSelectElement>("select#category");
      if (category) category.value = "1";
      category?.dispatchEvent(new Event("change", { bubbles: true }));
      const list = document.querySelector("nav[aria-label='Pages of results']");
      const links = [...(list?.querySelectorAll("a[href]") ?? [])].map((link) => link.getAttribute("href"));
      return { busy: list?.getAttribute("aria-busy"), links: links.filter((to) => !to?.includes("category=1")) };
    });
    expect(now).toEqual({ busy: "true", links: [] });
    // the page has moved on, and its texts describe its old list
    await expect(page.locator("[data-stale]")).toHaveCount(1);
    await expect(count).toHaveText(before);
    answer();
    await expect(pager).not.toHaveAttribute("aria-busy", "true");
    await expect(count).not.toHaveText(before);
  });

  test("keeps the cart apart from other visitors', and through a reload", async ({ page, someoneElse, library }) => {
    // the newest four may be out of stock by other journeys
    await stock(await clerkOf(library.address), { title: "A cart apart", sku: "APART1" });
    await page.goto("/user/home");
    await page
      .getByRole("button", { name: /^Add to cart: / })
      .first()
      .click();
    await expect(page.getByRole("link", { name: "Cart (1)" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("link", { name: "Cart (1)" })).toBeVisible();
    const otherPage = await someoneElse();
    await otherPage.goto("/user/home");
    await expect(otherPage.getByRole("link", { name: "Cart (0)" })).toBeVisible();
  });
});

test("borrowers may not enter the staff side, nor staff a borrower's account", async ({ page, someoneElse }) => {
  const newcomer = aNewcomer("way");
  await register(page, newcomer);
  await logIn(page, "user", newcomer.userName, newcomer.password);
  await page.goto("/admin/orderlist");
  await toast(page, "Redirected to Home Page: You do not have access to the requested page");
  await expect(page).toHaveURL(/\/home$/);

  const clerk = await someoneElse();
  await asClerk(clerk);
  for (const path of ["/user/account/1", "/user/orderlist/1", "/user/changepassword/1", "/user/confirmation/1"]) {
    await clerk.goto(path);
    await toast(clerk, "Redirected to Dashboard: You do not have access to the requested page");
    await expect(clerk).toHaveURL(/\/admin\/dashboard$/);
  }
});

test("the keyboard focus stays in the cart when a line is removed, and rapid quick adds all arrive", async ({
  page,
}) => {
  // a slow connection: the second and third press come before the first answer
  await page.route("**/api/Cart/AddItemToCart/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await page.goto("/user/inventories");
  const adds = page.getByRole("button", { name: /^Add to cart: / });
  for (const place of [0, 1, 2]) await adds.nth(place).click();
  await expect(page.getByRole("link", { name: "Cart (3)" })).toBeVisible();
  await page.getByRole("link", { name: "Cart (3)" }).click();
  const titles = page.getByRole("heading", { level: 2 }).getByRole("link");
  await expect(titles).toHaveCount(3);
  await page
    .getByRole("button", { name: /^Remove / })
    .first()
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await toast(page, "Item removed from cart.");
  await expect(titles).toHaveCount(2);
  await expect(titles.first()).toBeFocused();
});

test("a clerk whose pages all fail can retry, and continues once the library answers", async ({ page }) => {
  await asClerk(page);
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  const failing = { status: 500, json: { isSuccess: false, message: "Something went wrong" } };
  await page.route(/\/api\/(Order|Inventory)\//, (route) => route.fulfill(failing));
  await page.reload();
  const again = page.getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  await page.unroute(/\/api\/(Order|Inventory)\//);
  await again.click();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
});
