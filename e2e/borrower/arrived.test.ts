import type { Locator } from "@playwright/test";
import type { Arrival } from "#contract/borrowers/arrivals.ts";
import { asClerk, clerkOf } from "#e2e/steps/as-clerk.ts";
import { expectNoSidewaysScroll } from "#e2e/steps/screens.ts";
import { shippedOrder } from "#e2e/steps/shipping.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

test("a borrower says when an order arrived, and staff see it, at 390 px by pointer", async ({ page, library }) => {
  const press = (wanted: Locator) => wanted.click();
  await page.setViewportSize({ width: 390, height: 844 });
  const clerk = await clerkOf(library.address);
  const { orderId, borrower } = await shippedOrder(clerk, {
    title: "Arrived 390",
    sku: "AV390",
    quantity: 1,
  });
  const days = { statusId: 3, shipDate: "2026-01-02", returnDate: "2027-01-15" };
  await clerk.tell("Order/UpdateOrder/", { orderId, ...days });
  await borrower.enter(page);
  await page.goto(`/user/vieworder/${orderId}`);
  const back = page.getByRole("region", { name: "How to return it" });
  await press(back.getByRole("button", { name: "It’s here" }));
  const dialog = page.getByRole("dialog", { name: "When did it arrive?" });
  await dialog.locator("input").fill("2026-01-01"); // before it left
  await press(dialog.getByRole("button", { name: "Tell the library" }));
  await expect(dialog.getByText("Choose a day from the day it shipped to today.").first()).toBeVisible();
  await dialog.locator("input").fill("2026-01-08");
  await press(dialog.getByRole("button", { name: "Tell the library" }));
  await expect(dialog).toBeHidden();
  await expect(back).toContainText("It arrived on");
  await expect(back).toContainText("Jan 8, 2026");
  await expect(back.getByRole("button", { name: "Change when it arrived" })).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const desk = await page.context().newPage();
  await asClerk(desk, `/admin/orderdetails/${orderId}`);
  await expect(desk.getByText("Arrived", { exact: true })).toBeVisible();
  await expect(desk.getByText("Jan 8, 2026").first()).toBeVisible();
});

test("the link of an email says when an order arrived, at 390 px by pointer", async ({ page }) => {
  const press = (wanted: Locator) => wanted.click();
  await page.setViewportSize({ width: 390, height: 844 });
  // the email comes a week later: what the server does with its link has its own tests
  const data: Arrival = { orderId: 7, shipDate: "2026-03-02", arrivedOn: null, today: "2026-03-11" };
  await page.route("**/api/Arrivals/GetArrival/a-secret", (route) =>
    route.fulfill({ json: { isSuccess: true, data } }),
  );
  const said: unknown[] = [];
  await page.route("**/api/Arrivals/SayArrived", async (route) => {
    said.push(route.request().postDataJSON());
    await route.fulfill({ json: { isSuccess: true, data: { ...data, arrivedOn: "2026-03-09" } } });
  });
  await page.goto("/user/arrived/a-secret");
  await expect(page.getByRole("heading", { level: 1, name: "Did your package arrive?" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("button")).toHaveText([
    "Today",
    "Mar 10, 2026",
    "Mar 9, 2026",
    "Mar 8, 2026",
    "Mar 7, 2026",
    "Mar 6, 2026",
    "Mar 5, 2026",
  ]);
  expect(said).toEqual([]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await press(page.getByRole("button", { name: "Mar 9, 2026" }));
  await expect(page.getByText("You told us that order #7 arrived on Mar 9, 2026.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Tell us on the order’s page." })).toHaveAttribute(
    "href",
    "/user/vieworder/7",
  );
  expect(said).toEqual([{ token: "a-secret", arrivedOn: "2026-03-09" }]);
  await expectAccessible(page);
  await press(page.getByRole("button", { name: "Change the day" }));
  await expect(page.getByRole("button", { name: "Today" })).toBeVisible();
});

test("a link that is over says so", async ({ page }) => {
  await page.goto("/user/arrived/made-up");
  await expect(page.getByText("This link is over.")).toBeVisible();
});

test("staff read how long packages take, at 1280 px", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 844 });
  await asClerk(page, "/admin/calendars");
  const card = page.getByRole("region", { name: "Days in the mail" });
  await expect(card).toContainText("No package is known yet.");
  const region = { region: "937", out: { days: 2, parcels: 12 }, back: { days: 1, parcels: 1 } };
  await page.route("**/api/Arrivals/GetPostDays", (route) =>
    route.fulfill({ json: { isSuccess: true, data: { leadDays: 5, trailDays: 5, regions: [region] } } }),
  );
  await page.reload();
  for (const words of ["937…", "2 days (12 packages)", "1 day (1 package, too few to count)"])
    await expect(card).toContainText(words);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
