import { asClerk } from "#e2e/steps/as-clerk.ts";
import { pressOn, typeOver } from "#e2e/steps/keyboard.ts";
import { expectNoSidewaysScroll, onBothScreens, wide } from "#e2e/steps/screens.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

test("a manager changes how long a loan is, by keyboard, and reads what a number may be", async ({ page }) => {
  await page.setViewportSize(wide);
  await asClerk(page);
  await page.getByRole("main").getByRole("link", { name: "Settings" }).click();
  const days = page.getByLabel("Days of a loan");
  await expect(days).toHaveValue("30");
  await onBothScreens(page, async () => {
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
  await days.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("0");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Enter a whole number from 1 to 365.").first()).toBeVisible();
  await days.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("45");
  await page.keyboard.press("Enter");
  await toast(page, "Settings saved.");
  await page.reload();
  await expect(days).toHaveValue("45");
  await pressOn(page, page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Reminders" }));
  await expect(page).toHaveURL("/admin/settings/reminders");
  const before = page.getByLabel("Days before the due date");
  await typeOver(page, before, "5");
  await page.keyboard.press("Enter");
  await toast(page, "Reminders saved.");
  await onBothScreens(page, async () => {
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
  await page.goto("/admin/mail");
  await expect(before).toHaveValue("5");
  await page.goto("/admin/settings");
  await days.fill("30");
  await page.getByRole("button", { name: "Save settings" }).click();
  await toast(page, "Settings saved.");
});

for (const width of [1280, 390]) {
  test(`the keyboard opens what is behind More in the header, and leaves it, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await asClerk(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const menu = page.getByRole("navigation", { name: "Main" });
    const settings = menu.getByRole("link", { name: "Settings" });
    await expect(settings).toBeHidden();
    const opener =
      width === 390 ? page.getByRole("button", { name: "Menu" }) : menu.getByRole("button", { name: "More" });
    await pressOn(page, opener);
    await expect(opener).toHaveAttribute("aria-expanded", "true");
    await page.keyboard.press("Escape");
    await expect(settings).toBeHidden();
    await expect(opener).toBeFocused();
    await page.keyboard.press("Enter");
    await pressOn(page, settings);
    await expect(page).toHaveURL("/admin/settings");
    await expect(settings).toBeHidden();
  });
}
