import type { Page } from "@playwright/test";
import { logIn } from "#e2e/steps/log-in.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { type StandIn, standInFor } from "#e2e/steps/stand-in.ts";
import { asked, sent } from "#e2e/steps/stocking.ts";
import { expect, test } from "#e2e/test.ts";

/** Registers a borrower with an order of two titles and a cart of two. */
async function aBorrower(page: Page): Promise<{ userId: number; orderId: number }> {
  const user = { userName: "no.jumps", password: "apples and pears", confirmPassword: "apples and pears" };
  const address = { street: "3961 Avenue 400", city: "Kingsburg", state: "CA", zip: "93631" };
  await page.goto("/user/login");
  await sent(page, "Account/RegisterBorrower", {
    user,
    borrowerName: "Dolores Huerta-Lindqvist",
    schoolName: "Kings River Union Elementary School",
    schoolDistrict: "Kings River Union",
    emailAddress: "dolores@school.example",
    phoneNumber: "(559) 555-0142",
    address,
  });
  await logIn(page, "user", user.userName, user.password);
  const userId = Number(/\/user\/account\/(\d+)/.exec(page.url())?.[1]);
  type Results = { searchInStockResults: { inventoryId: number; inStock: number }[] };
  const { searchInStockResults } = await asked<Results>(
    page,
    "Inventory/GetInventoryBySearchParams?page=1&pageSize=18",
  );
  const titles = searchInStockResults.filter(({ inStock }) => inStock > 1).slice(0, 2); // ordered, then added again
  const fill = async () => {
    let key = "";
    for (const { inventoryId } of titles)
      key = (await sent<string>(page, `Cart/AddItemToCart/${inventoryId}/1/false${key && `/${key}`}`)).data;
    return key;
  };
  const { id: orderId } = await sent(page, `Order/SaveOrder/0/${await fill()}`);
  const key = await fill();
  await page.evaluate((cart) => sessionStorage.setItem("cartIdentifier", cart), key);
  return { userId, orderId };
}

test("a borrower's pages don't jump while they load slowly", async ({ page }) => {
  const { userId, orderId } = await aBorrower(page);
  await page.setViewportSize(narrow);
  const slow = /^\/api\/(Account|Cart\/GetCartItemsBy|Order)/;
  let held = Promise.resolve<StandIn>(undefined);
  await standInFor(page, (path) => (slow.test(path) ? held : undefined));
  for (const [place, shown] of [
    [`account/${userId}`, "Welcome back"],
    ["cartitems", "Remove"],
    [`orderlist/${userId}`, `Order #${orderId}`],
    [`vieworder/${orderId}`, "Purchase number"],
    [`confirmation/${orderId}`, "Your order is placed and in the queue."],
  ] as const) {
    await test.step(place, async () => {
      let letGo = () => {};
      held = new Promise((resolve) => {
        letGo = () => resolve(undefined);
      });
      await page.goto(`/user/${place}`);
      await expect(page.getByText(/^Loading /).first()).toBeAttached();
      letGo();
      await expect(page.getByText(shown).first()).toBeVisible();
      await expect(page.getByText(/^Loading /)).toHaveCount(0);
      const shifts = await layoutShifts(page);
      expect.soft(shifts, "how much moved").toBeLessThan(0.1);
    });
  }
});

/** Returns the page's Cumulative Layout Shift since it was opened. */
export const layoutShifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const values = (list: PerformanceObserverEntryList) =>
          list.getEntries().map((entry) => ("value" in entry ? Number(entry.value) : 0));
        new PerformanceObserver((list) => resolve(values(list).reduce((sum, value) => sum + value, 0))).observe({
          type: "layout-shift",
          buffered: true,
        });
        // without any shift there is no entry
        setTimeout(() => resolve(0), 300);
      }),
  );
