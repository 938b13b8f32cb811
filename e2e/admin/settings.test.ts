import type { Locator } from "@playwright/test";
import { administrator } from "#e2e/library.ts";
import { asClerk, clerkOf, saveRules } from "#e2e/steps/as-clerk.ts";
import { pressOn, typeOver } from "#e2e/steps/keyboard.ts";
import { wide } from "#e2e/steps/screens.ts";
import { openFromMenu } from "#e2e/steps/staff-menu.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";

test("a manager changes the loan period and sees an error for an invalid number", async ({ page, library }) => {
  const press = (target: Locator) => pressOn(page, target);
  const days = page.getByLabel("Loan period (days)");
  const daysBefore = page.getByLabel("Days before the due date");
  const save = async (field: Locator, text: string) => {
    await typeOver(page, field, text);
    await press(page.getByRole("button", { name: /^Save / }));
  };
  await page.setViewportSize(wide);
  await asClerk(page);
  await openFromMenu(page, "Office", "Settings");
  await expect(days).toHaveValue("30");
  await save(days, "0");
  await expect(page.getByText("Enter a whole number from 1 to 365.").first()).toBeVisible();
  await save(days, "45");
  await toast(page, "Settings saved.");
  await page.reload();
  await expect(days).toHaveValue("45");

  // what protects accounts takes the password
  const idle = page.getByLabel("End idle sessions after (minutes)");
  const password = page.getByLabel("Your password", { exact: true });
  await expect(password).toHaveCount(0);
  await save(idle, "120");
  await expect(page.getByText("Enter your password.").first()).toBeVisible();
  await save(password, administrator.password);
  await toast(page, "Settings saved.");
  await expect(password).toHaveCount(0);
  await page.reload();
  await expect(idle).toHaveValue("120");
  await press(page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Reminders" }));
  await expect(page).toHaveURL("/admin/settings/reminders");
  const previous = await daysBefore.inputValue();
  await save(daysBefore, "5");
  await toast(page, "Reminders saved.");
  await page.goto("/admin/mail");
  await expect(daysBefore).toHaveValue("5");

  // restore the settings for later journeys
  await page.goto("/admin/settings/reminders");
  await save(daysBefore, previous);
  await toast(page, "Reminders saved.");
  await saveRules(await clerkOf(library.address), { loanDays: 30, idleMinutes: 60 });
});
