import type { Page } from "@playwright/test";
import { administrator } from "#e2e/library.ts";
import { plugIn, test } from "#e2e/named-library.ts";
import { tabTo } from "#e2e/steps/keyboard.ts";
import { logInHere } from "#e2e/steps/log-in.ts";
import { expectNoSidewaysScroll, onBothScreens } from "#e2e/steps/screens.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, expectAccessible } from "#e2e/test.ts";

const { userName, password } = administrator;
const look = (page: Page) =>
  onBothScreens(page, async () => {
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

const logOut = (page: Page) => page.evaluate(() => sessionStorage.clear());

test("staff add a passkey, log in with it by keyboard, and remove it", async ({ page }) => {
  test.setTimeout(180_000);
  const device = await plugIn(page);
  await page.goto("/admin/login");
  await logInHere(page, userName, password);
  await page.goto("/admin/account");
  const card = page.getByRole("heading", { name: "Passkeys" });
  await expect(card).toBeVisible();
  await look(page);

  await tabTo(page, "button", "Add a passkey");
  await page.keyboard.press("Enter");
  await tabTo(page, "textbox", "Current password");
  await look(page);
  await page.keyboard.type("wrong");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Current password is incorrect.").first()).toBeVisible();
  await page.getByLabel("Current password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await toast(page, "Passkey added.");
  const own = page.getByRole("table", { name: "Your passkeys" });
  await expect(own.getByRole("row")).toHaveCount(2);
  await expect(own.getByText("Never")).toBeVisible();
  await look(page);

  await logOut(page);
  await page.goto("/admin/login");
  await expect(page.getByRole("heading", { level: 1, name: "Staff login" })).toBeVisible();
  await look(page);
  // holding the device is not enough
  await device.owner(false);
  await page.getByRole("button", { name: "Use a passkey instead" }).click();
  await toast(page, "No passkey was used. Try again when you’re ready.");
  await device.owner(true);
  await tabTo(page, "button", "Use a passkey instead");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/dashboard$/);

  await page.goto("/admin/account");
  await expect(own.getByText("Never")).toBeHidden();
  await own.getByRole("button", { name: /^Remove the passkey added in / }).click();
  await toast(page, "Passkey removed.");
  await expect(own).toBeHidden();
  await logOut(page);
  await page.goto("/admin/login");
  await page.getByRole("button", { name: "Use a passkey instead" }).click();
  await toast(page, "This passkey doesn’t open an account here. Log in with your password.");
});
