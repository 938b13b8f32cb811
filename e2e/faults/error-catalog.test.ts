import type { Locator } from "@playwright/test";
import { administrator } from "#e2e/library.ts";
import { aNewcomer, fillInRegistration, register } from "#e2e/steps/borrowing.ts";
import { typeWith, pressOn } from "#e2e/steps/keyboard.ts";
import { logIn } from "#e2e/steps/log-in.ts";
import { expectNoSidewaysScroll, narrow } from "#e2e/steps/screens.ts";
import { callElsewhere } from "#e2e/steps/sessions.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";

/** Fails where a toast's words are not in the middle of the top of the screen. */
async function expectAtTopCenter(words: Locator, width: number): Promise<void> {
  await expect(words).toBeVisible();
  const box = await words.boundingBox();
  expect(box?.y).toBeLessThan(200);
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(40);
}

test("401: Unauthorized, and the login of the same side", async ({ page }) => {
  await logIn(page, "admin", administrator.userName, administrator.password);
  // both at once: the open page would notice too
  await page.evaluate(() => {
    sessionStorage.setItem("token", sessionStorage.getItem("token")?.replace(/.{4}$/, "AAAA") ?? "");
    location.assign("/admin/orderlist");
  });
  await toast(page, "Unauthorized");
  await expect(page).toHaveURL(/\/admin\/login/);
});

test("403: Forbidden, when a borrower makes the browser believe they are staff", async ({ page }) => {
  const newcomer = aNewcomer("forged");
  await register(page, newcomer);
  await logIn(page, "user", newcomer.userName, newcomer.password);
  await page.evaluate(() => {
    const user: object = JSON.parse(sessionStorage.getItem("currentUser") ?? "{}");
    sessionStorage.setItem("currentUser", JSON.stringify({ ...user, userTypeId: 1, role: "manager" }));
  });
  await page.goto("/admin/orderlist");
  await toast(page, "Forbidden");
  await expect(page.getByRole("link", { name: /^Edit order/ })).toHaveCount(0);
});

test("any other error: its message, or the general one, and the login", async ({ page }) => {
  for (const [json, sentence] of [
    [{ isSuccess: false, message: "The shelf fell over." }, "The shelf fell over."],
    [{}, "Ooops! Something went really wrong!"],
  ] as const) {
    await page.route("**/api/Inventory/GetInventoryBySearchParams**", (route) => route.fulfill({ status: 500, json }));
    await page.goto("/user/home");
    await page.getByRole("button", { name: "Search" }).click();
    await toast(page, sentence);
    await expect(page).toHaveURL(/\/user\/login/);
    await page.unrouteAll();
  }
});

test("a refusal is a toast at the top center at 390 px, and the page stays", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/user/cartitems");
  await page.goto("/user/inventories");
  const refusal = { isSuccess: false, message: "Only 0 in stock." };
  await page.route("**/api/Cart/AddItemToCart/**", (route) => route.fulfill({ status: 200, json: refusal }));
  await page
    .getByRole("button", { name: /^Add to cart: / })
    .first()
    .click();
  await expectAtTopCenter(page.getByText(refusal.message).first(), 390);
  await expect(page).toHaveURL(/\/user\/inventories/);
});

for (const who of ["user", "admin"]) {
  test(`a login that fails, of ${who}, shows a toast at the top center at 1280 px`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/${who}/login`);
    await page.getByLabel(/^user ?name/i).fill("nobody");
    await page.getByLabel(/^password/i).fill("wrong wrong");
    await page.keyboard.press("Enter");
    const words = page.locator("[data-toast-region]").getByText("Invalid username/password!");
    await expectAtTopCenter(words, 1280);
  });
}

test("the login: a wrong password, a sentence from the server, and none", async ({ page }) => {
  await page.goto("/user/login");
  const attempt = async () => {
    await page.getByLabel(/^user ?name/i).fill("nobody");
    await page.getByLabel(/^password/i).fill("wrong wrong");
    await page.keyboard.press("Enter");
  };
  await attempt();
  await toast(page, "Invalid username/password!");
  await expect(page.getByRole("main").getByText("Invalid username/password!")).toBeVisible();
  await page.route("**/api/Account/Login/", (route) =>
    route.fulfill({ status: 503, json: { isSuccess: false, message: "The library is busy." } }),
  );
  await attempt();
  await expect(page.getByRole("main").getByText("The library is busy.")).toBeVisible();
  await page.unrouteAll();
  await page.route("**/api/Account/Login/", (route) => route.fulfill({ status: 500, body: "" }));
  await attempt();
  await expect(page.getByRole("main").getByText("Something went wrong", { exact: true })).toBeVisible();
});

test("a text that is too long is said at its field, and what was typed stays, at 390 px by keyboard", async ({
  page,
}) => {
  await page.setViewportSize(narrow);
  const newcomer = aNewcomer("too.long");
  await fillInRegistration(page, newcomer);
  await typeWith("keyboard", page, page.getByLabel("School name", { exact: true }), "x".repeat(201));
  await pressOn(page, page.getByRole("button", { name: "Register", exact: true }));
  const summary = page.getByRole("group", { name: "Please correct the invalid fields." });
  const sentence = "School name cannot be longer than 200 characters.";
  await pressOn(page, summary.getByRole("link", { name: sentence }));
  await expect(page.getByLabel("School name", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(newcomer.password);
  await expect(page).toHaveURL(/\/user\/register$/);
  await expectNoSidewaysScroll(page);
});

test("the cart: an invalid quantity, and nothing to check out", async ({ page }) => {
  const newcomer = aNewcomer("rows");
  await register(page, newcomer);
  await logIn(page, "user", newcomer.userName, newcomer.password);
  await page.goto("/user/inventories");
  await page
    .getByRole("button", { name: /^Add to cart: / })
    .first()
    .click();
  await expect(page.getByText("Item successfully added to your cart.")).toBeVisible();
  await page.goto("/user/cartitems");
  const box = page.getByRole("textbox", { name: /quantity/i }).or(page.getByRole("spinbutton", { name: /quantity/i }));
  for (const [typed, sentence] of [
    ["0", "Quantity required."],
    ["6", "Quantity cannot exceed five."],
  ] as const) {
    await box.fill(typed);
    await box.press("Tab");
    await expect(page.getByText(sentence).first()).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "Total items" })).toHaveText("Total items 1");
  }
  // the same cart, emptied in another tab
  const cart = await page.evaluate(() => sessionStorage.getItem("cartIdentifier"));
  const [line] = await callElsewhere<{ cartItemId: number }[]>(page, `GET Cart/GetCartItemsByIdentifier/${cart}`);
  await callElsewhere(page, "POST Cart/RemoveItemFromCart", { cartItemId: line?.cartItemId });
  await page.getByRole("button", { name: "Proceed" }).click();
  await expect(page.getByText("There's no item to checkout!").first()).toBeVisible();
});

test.describe("unreachable", () => {
  test.use({
    faultsMeant: ["Unable to preload CSS", "We can’t reach the library", "Failed to fetch dynamically"],
  });

  test("a lost server or connection is reported, what was typed stays, and work continues", async ({
    page,
    context,
  }) => {
    await page.goto("/user/home");
    await expect(page.getByRole("heading", { name: "Recent Additions" })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole("combobox", { name: "Search the inventory" }).fill("food");
    await page.keyboard.press("Enter");
    const again = page.getByRole("button", { name: "Try again" });
    await expect(again).toBeVisible();
    await context.setOffline(false);
    await again.click();
    await expect(page.getByText(/Showing 1 - /)).toBeVisible({ timeout: 30_000 }); // refetches everything

    await page.goto("/user/register");
    await page.getByLabel("Full name", { exact: true }).fill("Robin Reader");
    await page.route("**/api/**", (route) => route.abort("connectionrefused"));
    await page.getByLabel("Username", { exact: true }).fill("robin.reader");
    for (const label of ["Password", "Verify password"])
      await page.getByLabel(label, { exact: true }).fill("apples and pears");
    for (const [label, value] of Object.entries({
      "Email address": "robin@school.example",
      "Phone number": "(559) 555-0142",
      "School name": "Kings River",
      "School district": "Kings River Union",
      Street: "1 Main Street",
      City: "Kingsburg",
      State: "CA",
      Zip: "93631",
    }))
      await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByRole("button", { name: /create account|register/i }).click();
    await expect(
      page.getByText("We can’t reach the library. Check your connection and try again.").first(),
    ).toBeVisible();
    await expect(page.getByLabel("Full name", { exact: true })).toHaveValue("Robin Reader");
    await page.unrouteAll();
    await page.getByRole("button", { name: /create account|register/i }).click();
    await expect(page.getByText("Registration successful! Login to continue.")).toBeVisible();
  });

  test("a failed start is logged, and the page still renders", async ({ page }) => {
    await page.route("**/api/Site/**", (route) => route.abort("connectionrefused"));
    await page.route("**/api/Content/**", (route) => route.abort("connectionrefused"));
    await page.goto("/user/home");
    await expect(page.getByRole("heading", { name: "Recent Additions" })).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
});
