import { newBorrower } from "#e2e/steps/api.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { counter } from "#e2e/steps/clicks.ts";
import { logIn } from "#e2e/steps/log-in.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";
import type { Locator, Page } from "@playwright/test";

/** Goes from the home page to the cart with a recent addition in it. */
async function homeToCart(page: Page, title: string, tap: (target: Locator) => Promise<void>): Promise<void> {
  await page.goto("/home");
  await tap(page.getByRole("link", { name: title }));
  await tap(page.getByRole("button", { name: "Add to Cart", exact: true }));
  await tap(page.getByRole("link", { name: "View cart" }));
  await expect(page.getByRole("heading", { level: 1, name: "Your cart" })).toBeVisible();
}

test.use({ viewport: narrow, hasTouch: true });

test("a new teacher gets from home to a placed order with eight taps", async ({ page, library }) => {
  await stock(await clerkOf(library.address), { title: "Eight taps away", sku: "TAPS8" }, 2);
  const { tap, count } = counter();
  await homeToCart(page, "Eight taps away", tap);
  await tap(page.getByRole("main").getByRole("link", { name: "Login" }));
  await tap(page.getByRole("main").getByRole("link", { name: /Register|Create an account/ }));
  await expect(page.getByRole("heading", { level: 1, name: "Create an account" })).toBeVisible();
  for (const [label, value] of Object.entries({
    Username: "tapper",
    Password: "apples and pears",
    "Verify password": "apples and pears",
    "Full name": "Rosa Alvarez",
    "Email address": "rosa@school.example",
    "Phone number": "(559) 555-0142",
    "School name": "Kings River Union Elementary School",
    "School district": "Kings River Union",
    Street: "3961 Avenue 400",
    City: "Kingsburg",
    State: "CA",
    Zip: "93631",
  }))
    await page.getByLabel(label, { exact: true }).fill(value);
  await tap(page.getByRole("button", { name: "Register", exact: true }));
  await expect(page.getByText("Your account is ready.")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill("apples and pears");
  await tap(page.getByRole("button", { name: "Log In", exact: true }));
  await tap(page.getByRole("button", { name: "Proceed" }));
  await expect(page.getByRole("heading", { name: "Thank you for your order!" })).toBeVisible();
  expect(count()).toBeLessThanOrEqual(8);
});

test("a logged-in teacher gets from home to a placed order with four taps", async ({ page, library }) => {
  await stock(await clerkOf(library.address), { title: "Four taps away", sku: "TAPS4" }, 2);
  await newBorrower(library.address, "known.tapper");
  await logIn(page, "user", "known.tapper", "apples and pears");
  const { tap, count } = counter();
  await homeToCart(page, "Four taps away", tap);
  await tap(page.getByRole("button", { name: "Proceed" }));
  await expect(page.getByRole("heading", { name: "Thank you for your order!" })).toBeVisible();
  expect(count()).toBeLessThanOrEqual(4);
});
