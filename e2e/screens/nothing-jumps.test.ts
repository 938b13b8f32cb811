import { keep, newBorrower } from "#e2e/steps/api.ts";
import { dayAfter } from "#contract/orders/business-days.ts";
import { clerkOf, confirmedBorrower, stock } from "#e2e/steps/as-clerk.ts";
import { fillCart, placeOrder } from "#e2e/steps/orders.ts";
import { layoutShifts, narrow, wide } from "#e2e/steps/screens.ts";
import { type StandIn, standInFor } from "#e2e/steps/stand-in.ts";
import { expect, test } from "#e2e/test.ts";

test("a borrower's pages don't jump while they load slowly", async ({ page, library }) => {
  const clerk = await clerkOf(library.address);
  const { id: first } = await stock(clerk, { title: "Nothing jumps", sku: "JUMPS1" }, 2);
  const { id: second } = await stock(clerk, { title: "Nothing moves", sku: "JUMPS2" }, 2);
  const borrower = await newBorrower(library.address, "no.jumps");
  const { userId } = borrower;
  const orderId = await placeOrder(borrower, [first, second]);
  await borrower.enter(page);
  await keep(page, { cartIdentifier: await fillCart(borrower, [first, second]) });
  await page.setViewportSize(narrow);
  const slow = /^\/api\/(Account|Cart\/GetCartItemsBy|Order)/;
  let answer = Promise.resolve<StandIn>(undefined);
  await standInFor(page, (path) => (slow.test(path) ? answer : undefined));
  for (const [place, text] of [
    [`account/${userId}`, "Welcome back"],
    ["cartitems", "Remove"],
    [`orderlist/${userId}`, `Order #${orderId}`],
    [`vieworder/${orderId}`, "Purchase number"],
    [`confirmation/${orderId}`, "Your order is placed and in the queue."],
  ] as const) {
    await test.step(place, async () => {
      let release = () => {};
      answer = new Promise((resolve) => {
        release = () => resolve(undefined);
      });
      await page.goto(`/user/${place}`);
      await expect(page.getByText(/^Loading /).first()).toBeAttached();
      release();
      await expect(page.getByText(text).first()).toBeVisible();
      await expect(page.getByText(/^Loading /)).toHaveCount(0);
      const shifts = await layoutShifts(page);
      expect.soft(shifts, "layout shifts").toBeLessThan(0.1);
    });
  }
});

test("the filters beside the results arrive without moving anything", async ({ page, library }) => {
  await stock(await clerkOf(library.address), { title: "Zyzzyva once", sku: "JUMPS3" }, 1);
  await page.setViewportSize(wide);
  let asked = () => {};
  let answer = Promise.resolve<StandIn>(undefined);
  await standInFor(page, (path) => {
    if (path !== "/api/Inventory/GetFacets") return undefined;
    asked();
    return answer;
  });
  for (const search of ["", "/zyzzyva", "/health?formats=2"]) {
    await test.step(search, async () => {
      const isAsked = new Promise<void>((resolve) => {
        asked = resolve;
      });
      let release = () => {};
      answer = new Promise((resolve) => {
        release = () => resolve(undefined);
      });
      await page.goto(`/user/inventories${search}`);
      await isAsked;
      release();
      const column = page.getByRole("region", { name: "Filters" });
      await expect(column.getByRole("group", { name: "Category" })).toBeVisible();
      expect.soft(await layoutShifts(page), "layout shifts").toBeLessThan(0.001);
    });
  }
});

test("the day when an order arrives moves nothing in the cart, in Spanish too", async ({ page, library }) => {
  const { id } = await stock(await clerkOf(library.address), { title: "Arrives by", sku: "JUMPS4" }, 2);
  const borrower = await newBorrower(library.address, "no.jumps.arrival");
  await borrower.enter(page);
  await keep(page, { cartIdentifier: await fillCart(borrower, [id]) });
  let answer = Promise.resolve<StandIn>(undefined);
  await standInFor(page, (path) => (path === "/api/Cart/GetTeachingDays" ? answer : undefined));
  for (const [screen, language, words] of [
    [wide, "en", /^Expect it by/],
    [narrow, "es", /^Le llegará a más tardar/],
  ] as const) {
    await test.step(language, async () => {
      await page.setViewportSize(screen);
      let release = () => {};
      answer = new Promise((resolve) => {
        release = () => resolve(undefined);
      });
      await page.goto(`/user/cartitems?choose-lang=${language}`);
      await expect(page.getByRole("link", { name: "Arrives by" })).toBeVisible();
      release();
      await expect(page.getByText(words)).toBeVisible();
      expect.soft(await layoutShifts(page), "layout shifts").toBeLessThan(0.001);
    });
  }
});

test("the cart has its dates at once, and their place doesn't jump while what follows from them loads slowly", async ({
  page,
  library,
}) => {
  const clerk = await clerkOf(library.address);
  const { id } = await stock(clerk, { title: "Nothing waits", sku: "JUMPS5" }, 2);
  const borrower = await confirmedBorrower(clerk, "no.waits");
  await borrower.enter(page);
  const day = dayAfter(new Date().toISOString().slice(0, 10), 60);
  await keep(page, { cartIdentifier: await fillCart(borrower, [id]), teachingDays: `${day}/${day}` });
  const slow = /^\/api\/(Inventory\/GetTitlesOnDays|Cart\/GetTeachingDays)/;
  let answer = Promise.resolve<StandIn>(undefined);
  await standInFor(page, (path) => (slow.test(path) ? answer : undefined));
  for (const screen of [narrow, wide]) {
    let release = () => {};
    answer = new Promise((resolve) => {
      release = () => resolve(undefined);
    });
    await page.setViewportSize(screen);
    await page.goto("/user/cartitems");
    await expect(page.getByText("For your dates: ")).toBeVisible();
    await expect(page.getByText("Checking dates…")).toHaveCount(2);
    release();
    await expect(page.getByText("2 available for your dates")).toBeVisible();
    await expect(page.getByText("Checking dates…")).toHaveCount(0);
    expect(await layoutShifts(page)).toBeCloseTo(0, 3);
  }
});
