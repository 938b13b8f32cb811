import { dayAfter } from "#contract/orders/business-days.ts";
import { expect } from "#e2e/test.ts";
import type { Page } from "@playwright/test";

/** A person at a school without an account. */
export type Newcomer = { userName: string; password: string; name: string };

/** Returns a newcomer with a unique name, so that parallel journeys don't collide. */
export function aNewcomer(journey: string): Newcomer {
  return { userName: `j.${journey}`.slice(0, 20), password: "apples and pears", name: "Dolores Huerta-Lindqvist" };
}

/** Searches from the home page, opens the one result, and adds `quantity` of it to the cart. */
export async function searchAndAdd(page: Page, words: string, title: string, quantity: number): Promise<void> {
  await page.goto("/user/home");
  await expect(page.getByRole("heading", { name: "Recent Additions" })).toBeVisible();
  await page.getByRole("combobox", { name: "Search the inventory" }).fill(words);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/user/inventories/${words.replaceAll(" ", "(%20|\\+)")}`));
  await expect(page.getByRole("link", { name: title })).toBeVisible();
  await page.getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  for (let more = 1; more < quantity; more += 1) await page.getByRole("button", { name: "Quantity: one more" }).click();
  await page.getByRole("button", { name: "Add to Cart" }).click();
  await expect(page.getByText("Item successfully added to your cart.")).toBeVisible();
}

/** Fills in "Create an account". */
export async function fillInRegistration(page: Page, newcomer: Newcomer): Promise<void> {
  await page.goto("/user/register");
  await fillInForm(page, newcomer);
}

/** Fills in "Create an account" on the open page. */
export async function fillInForm(page: Page, { userName, password, name }: Newcomer): Promise<void> {
  await expect(page.getByRole("heading", { name: "Create an account" })).toBeVisible();
  const fields: Record<string, string> = {
    Username: userName,
    Password: password,
    "Verify password": password,
    "Full name": name,
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
}

/** Fills in and submits "Create an account"; ends on the login page. */
export async function register(page: Page, newcomer: Newcomer): Promise<void> {
  await fillInRegistration(page, newcomer);
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(page.getByText("Registration successful! Login to continue.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Log in" })).toBeVisible();
  await expect(page.getByText("Your account is ready.")).toBeVisible(); // outlasts the toast
  await expect(page).toHaveURL(/\/user\/login$/);
}

/** Checks out as a logged-in borrower; returns the purchase number. */
export async function checkOut(page: Page): Promise<number> {
  await page.goto("/user/cartitems");
  await expect(page.getByText("Kings River Union Elementary School")).toBeVisible();
  await page.getByRole("button", { name: "Terms and Responsibilities" }).click();
  const terms = page.getByRole("dialog", { name: "Terms and Responsibilities" });
  await expect(terms.getByText("Allow 3-5 business days for shipping.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(terms).toBeHidden();
  await page.getByRole("button", { name: "Proceed" }).click();
  await expect(page.getByRole("heading", { name: "Thank you for your order!" })).toBeVisible();
  return Number(/\/user\/confirmation\/(\d+)$/.exec(page.url())?.[1]);
}

/** Returns a title's stock according to the catalog. */
export async function stockOf(page: Page, itemId: string): Promise<number> {
  const answer = await page.request.get(`/api/Inventory/Get/${itemId}`);
  const { data }: { data: { inStock: number } } = await answer.json();
  return data.inStock;
}

/** Monday and Friday of a school week beyond a loan that starts today. */
export const schoolWeek = (() => {
  const far = dayAfter(new Date().toISOString().slice(0, 10), 100);
  const from = dayAfter(far, (8 - new Date(`${far}T00:00:00Z`).getUTCDay()) % 7);
  return { from, to: dayAfter(from, 4) };
})();
