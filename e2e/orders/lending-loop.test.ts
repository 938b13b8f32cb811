import { administrator } from "#e2e/library.ts";
import { logIn } from "#e2e/steps/log-in.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";
import type { Page } from "@playwright/test";

const [words, title] = ["vaping students", "How to talk to students about vaping"];

const newcomer = { userName: "j.loop", password: "apples and pears", name: "Dolores Huerta-Lindqvist" };

/** Finds the title from the home page, and adds two of it to the cart. */
async function addTwoToCart(page: Page): Promise<void> {
  await page.goto("/user/home");
  await expect(page.getByRole("heading", { name: "Recent Additions" })).toBeVisible();
  await page.getByRole("combobox", { name: "Search the inventory" }).fill(words);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/user\/inventories\/vaping(%20|\+)students/);
  await page.getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await page.getByRole("button", { name: "Quantity: one more" }).click();
  await page.getByRole("button", { name: "Add to Cart" }).click();
  await expect(page.getByText("Item successfully added to your cart.")).toBeVisible();
}

/** Fills in and submits "Create an account"; ends on the login page. */
async function register(page: Page): Promise<void> {
  await page.goto("/user/register");
  await expect(page.getByRole("heading", { name: "Create an account" })).toBeVisible();
  const fields: Record<string, string> = {
    Username: newcomer.userName,
    Password: newcomer.password,
    "Verify password": newcomer.password,
    "Full name": newcomer.name,
    "Email address": "dolores@school.example",
    "Phone number": "(559) 555-0142",
    "School name": "Kings River Union Elementary School",
    "School district": "Kings River Union",
    Street: "3961 Avenue 400",
    City: "Kingsburg",
    State: "CA",
    Zip: "93631",
  };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(page.getByText("Registration successful! Login to continue.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Log in" })).toBeVisible();
  await expect(page.getByText("Your account is ready.")).toBeVisible(); // outlasts the toast
  await expect(page).toHaveURL(/\/user\/login$/);
}

/** Checks out as a logged-in borrower; returns the purchase number. */
async function checkOut(page: Page): Promise<number> {
  await page.goto("/user/cartitems");
  await expect(page.getByText("Kings River Union Elementary School")).toBeVisible();
  await page.getByRole("button", { name: "Terms and Responsibilities" }).click();
  const terms = page.getByRole("dialog", { name: "Terms and Responsibilities" });
  await expect(terms.getByText("Allow 3-5 business days for shipping.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(terms).toBeHidden();
  const arrival = /^Expect it by ((?:Mon|Tue|Wed|Thu|Fri), [A-Z][a-z]{2} \d{1,2})\.$/;
  const day = arrival.exec((await page.getByText(arrival).textContent()) ?? "")?.[1];
  await page.getByRole("button", { name: "Proceed" }).click();
  await expect(page.getByRole("heading", { name: "Thank you for your order!" })).toBeVisible();
  await expect(page.getByText("Expect it by").locator("xpath=..")).toHaveText(`Expect it by${day}`);
  return Number(/\/user\/confirmation\/(\d+)$/.exec(page.url())?.[1]);
}

/** Returns a title's stock according to the catalog. */
async function stockOf(page: Page, itemId: string): Promise<number> {
  const answer = await page.request.get(`/api/Inventory/Get/${itemId}`);
  const { data }: { data: { inStock: number } } = await answer.json();
  return data.inStock;
}

/** Opens an order from the list of new orders. */
export async function openNewOrder(page: Page, orderId: number): Promise<void> {
  await page.goto("/admin/dashboard");
  await expect(page.getByRole("heading", { name: "Recently Added Items" })).toBeVisible();
  await page.getByRole("link", { name: /^New Orders/ }).click();
  await expect(page.getByRole("link", { name: `Order #${orderId}`, exact: true })).toBeVisible();
  await page.getByRole("link", { name: `Order #${orderId}`, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Order #${orderId}` })).toBeVisible();
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Edit order #${orderId}` })).toBeVisible();
}

/** Saves a new status of the order, with an optional tracking number. */
export async function saveStatus(page: Page, status: string, tracking?: string): Promise<void> {
  await page.getByRole("radio", { name: status }).check();
  if (tracking) await page.getByLabel(/^Tracking number/).fill(tracking);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  if (status === "Returned") {
    await expect(page.getByRole("alertdialog", { name: /still out\. (?:Is it|Are they) here\?$/ })).toBeVisible();
    await page.getByRole("button", { name: /^(?:It’s|They’re all) here$/ }).click();
  }
  await toast(page, "Order updated.");
  await expect(page).toHaveURL(/\/admin\/orderlist/);
}

test.use({ viewport: narrow });

test("a borrower orders a title, and the library ships it and takes it back", async ({ page, someoneElse }) => {
  const clerk = await someoneElse({ viewport: narrow });

  await addTwoToCart(page);
  const itemId = /\/user\/viewitem\/(\d+)/.exec(page.url())?.[1] ?? "";
  const stock = await stockOf(page, itemId);
  await register(page);
  await page.getByLabel("Username").fill(newcomer.userName);
  await page.getByLabel("Password", { exact: true }).fill(newcomer.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: `Welcome back ${newcomer.name}!` })).toBeVisible();
  const orderId = await checkOut(page);
  expect(await stockOf(page, itemId)).toBe(stock - 2);

  await logIn(clerk, "admin", administrator.userName, administrator.password);
  await openNewOrder(clerk, orderId);
  await clerk.getByRole("button", { name: /^Check-out 2 copies/ }).click();
  await toast(clerk, "SKU assigned.");
  await expect(clerk.getByText("2 of 2 checked out")).toBeVisible();
  await saveStatus(clerk, "Shipped", "9400111899223197428490");

  await page.goto("/user/login");
  await page.getByRole("link", { name: "View Order History" }).click();
  const active = page.getByRole("region", { name: "Active Orders" });
  await expect(active.getByText(title)).toBeVisible();
  await expect(active.getByText("Shipped")).toBeVisible();
  await expect(page.getByRole("region", { name: "Previous Orders" }).getByText("No orders to display.")).toBeVisible();
  await page.goto(`/user/vieworder/${orderId}`);
  await expect(page.getByText("9400111899223197428490")).toBeVisible();

  await clerk.goto(`/admin/editorder/${orderId}`);
  await saveStatus(clerk, "Returned");
  await page.goBack();
  await page.reload();
  await expect(page.getByRole("region", { name: "Previous Orders" }).getByText(title)).toBeVisible();
  await expect(active.getByText("No orders to display.")).toBeVisible();
  expect(await stockOf(page, itemId)).toBe(stock);
});
