import type { Locator } from "@playwright/test";
import { asClerk } from "#e2e/steps/as-clerk.ts";
import { pressOn, typeOver } from "#e2e/steps/keyboard.ts";
import { wide } from "#e2e/steps/screens.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";

test("a manager changes how long a loan is, and reads what a number may be, by keyboard", async ({ page }) => {
  const press = (wanted: Locator) => pressOn(page, wanted);
  const days = page.getByLabel("Loan period (days)");
  const before = page.getByLabel("Days before the due date");
  const save = async (field: Locator, text: string) => {
    await typeOver(page, field, text);
    await press(page.getByRole("button", { name: /^Save / }));
  };
  await page.setViewportSize(wide);
  await asClerk(page);
  await press(page.getByRole("main").getByRole("link", { name: "Settings" }));
  await expect(days).toHaveValue("30");
  await save(days, "0");
  await expect(page.getByText("Enter a whole number from 1 to 365.").first()).toBeVisible();
  await save(days, "45");
  await toast(page, "Settings saved.");
  await page.reload();
  await expect(days).toHaveValue("45");
  await press(page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Reminders" }));
  await expect(page).toHaveURL("/admin/settings/reminders");
  const usual = await before.inputValue();
  await save(before, "5");
  await toast(page, "Reminders saved.");
  await page.goto("/admin/mail");
  await expect(before).toHaveValue("5");

  // as they were, for the journeys after this one
  await page.goto("/admin/settings/reminders");
  await save(before, usual);
  await toast(page, "Reminders saved.");
  await page.goto("/admin/settings");
  await save(days, "30");
  await toast(page, "Settings saved.");
});
