import { coveredControls, narrow } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";

test("a search says how many it found", async ({ page }) => {
  await page.goto("/user/home");
  await page.getByRole("combobox", { name: /Search/ }).fill("safety");
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-said]")).toHaveText(/^\d+ items in stock for “safety”$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.getByRole("combobox", { name: /Search/ }).fill("qqqqq");
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-said]")).toHaveText("No records to display.");
});

test("nothing that can be pressed on a phone's first screen is under a message", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("messages", "stay"));
  await page.setViewportSize(narrow);
  await page.goto("/user/login");
  await page.getByLabel("Username").fill("nobody");
  await page.getByLabel("Password", { exact: true }).fill("wrong password");
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-toast-region]")).toContainText(/\w/);
  expect(await coveredControls(page)).toEqual([]);
  await page.goto("/user/viewitem/1");
  await page.getByRole("spinbutton", { name: "Quantity" }).fill("9");
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-toast-region]")).toContainText("Quantity cannot exceed five.");
  expect(await coveredControls(page)).toEqual([]);
});

test("a browser that asks for the icon by its old name gets it", async ({ request }) => {
  const icon = await request.get("/favicon.ico");
  expect(icon.status()).toBe(200);
  expect(icon.headers()["content-type"]).toMatch(/^image\//);
});
