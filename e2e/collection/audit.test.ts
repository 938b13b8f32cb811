import type { Page } from "@playwright/test";
import { asClerk, clerkOf } from "#e2e/steps/as-clerk.ts";
import { narrow, wide } from "#e2e/steps/screens.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const rows = (page: Page) => page.getByRole("table").getByRole("row");
const search = (page: Page) => page.getByRole("button", { name: "Search", exact: true });

/** Gives the first new order a tracking number and a status; returns its number. */
async function shipAnOrder(page: Page, tracking: string): Promise<number> {
  await page.goto("/admin/orderlist?status=1");
  await page
    .getByRole("link", { name: /^Edit order #/ })
    .first()
    .click();
  await expect(heading(page, /^Edit order #/)).toBeVisible();
  const orderId = Number(/(\d+)$/.exec(new URL(page.url()).pathname)?.[1]);
  await page.getByRole("radio", { name: "Processing" }).check();
  await page.getByLabel(/^Tracking number/).fill(tracking);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await toast(page, "Order updated.");
  return orderId;
}

/** Retitles this journey's own news item: other journeys read the library's. */
async function changeNews(page: Page, address: string, before: string, title: string): Promise<void> {
  const news = { id: 0, title: before, content: "In the box they came in.", link: "" };
  await (await clerkOf(address)).tell("News/SaveItem", news);
  await page.goto("/admin/news");
  await page.getByRole("link", { name: before, exact: true }).click();
  await page.getByRole("textbox", { name: "Title", exact: true }).fill(title);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await toast(page, "Item Saved.");
}

test("the history of an order links to its changes, with days as everywhere, by pointer at 1280 px", async ({
  page,
  library,
}) => {
  test.setTimeout(180_000);
  const trackingNumber = "TRACK-1280";
  await page.setViewportSize(wide);
  await asClerk(page);
  const orderId = await shipAnOrder(page, trackingNumber);
  await page.goto(`/admin/orderdetails/${orderId}`);
  await page.getByRole("link", { name: "History" }).click();
  await expect(heading(page, "Audit")).toBeVisible();
  await expect(page).toHaveURL(`/admin/audit?kind=order&id=${orderId}`);
  const entry = rows(page).nth(1);
  await expect(entry.getByText("Changed an order")).toBeVisible();
  await expect(entry).toContainText(/Status: was New, is now Processing/);
  await expect(entry).toContainText(`Tracking number: ${trackingNumber}`);
  for (const row of (await rows(page).all()).slice(1)) await expect(row).toContainText(`Order ${orderId}`);
  const due = { orderId, statusId: 2, trackingNumber, returnDate: "2031-04-09" };
  await (await clerkOf(library.address)).tell("Order/UpdateOrder/", due);
  await page.reload();
  await expect(entry).toContainText("Return date: Apr 9, 2031");
  await expect(entry).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M/);
  await expect(page.getByRole("table")).not.toContainText(/\d{4}-\d\d-\d\d/);
  await entry.getByRole("link").click();
  await expect(page).toHaveURL(`/admin/orderdetails/${orderId}`);
});

test("changes are found by kind, actor, name, and day", async ({ page, library }) => {
  test.setTimeout(180_000);
  await asClerk(page);
  await shipAnOrder(page, "FILTERS");
  await changeNews(page, library.address, "How to pack materials", "How to wrap materials");
  await page.goto("/admin/dashboard");
  await page.getByRole("link", { name: "Audit" }).click();
  await expect(rows(page).nth(1)).toContainText("Changed a news item");
  await expect(page.getByText("Changed an order").first()).toBeVisible();

  await page.getByLabel("What", { exact: true }).selectOption("News");
  await search(page).click();
  await expect(page).toHaveURL("/admin/audit?kind=news");
  await expect(page.getByText("Changed an order")).toHaveCount(0);
  const entry = rows(page).nth(1);
  await expect(entry).toContainText("Title: was How to pack materials, is now How to wrap materials");
  await expect(entry.getByRole("link", { name: /How to/ })).toHaveAttribute("href", /^\/admin\/editnews\/\d+$/);

  await page.getByRole("searchbox", { name: "Search the audit" }).fill("nobody called it this");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No records to display.")).toBeVisible();
  await page.goBack();
  await expect(entry).toContainText("Changed a news item");
  await expect(page.getByRole("searchbox", { name: "Search the audit" })).toHaveValue("");
  await expect(page.getByLabel("What", { exact: true })).toHaveValue("news");

  await page.getByLabel("Who").selectOption({ index: 1 });
  await search(page).click();
  await expect(page).toHaveURL(/user=\d+/);
  await expect(entry).toContainText("Changed a news item");
  await page.reload();
  await expect(page.getByLabel("Who")).not.toHaveValue("0");

  await page.setViewportSize(narrow);
  await page.getByRole("textbox", { name: "Start date" }).fill("2020-02-02");
  await page.getByRole("textbox", { name: "End date" }).fill("2020-02-01");
  await search(page).click();
  await expect(page.getByText("End date must not be before start date.")).toBeVisible();
  await page.getByRole("textbox", { name: "Start date" }).fill("2020-01-01");
  await search(page).click();
  await expect(page.getByText("No records to display.")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Show everything" }).last().click();
  await expect(page).toHaveURL("/admin/audit");
  await expect(page.getByText("Changed an order").first()).toBeVisible();
});

test("the audit is for staff only", async ({ page }) => {
  await page.goto("/admin/audit");
  await expect(page).toHaveURL(/\/admin\/login/);
});
