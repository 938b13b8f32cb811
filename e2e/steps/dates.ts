import type { Locator, Page } from "@playwright/test";
import { daysBetween } from "#contract/orders/business-days.ts";
import { expect } from "#e2e/test.ts";

const inEnglish = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...options }).format(new Date(`${day}T00:00:00Z`));

/** Returns the open calendar, with the focus on its title. */
export async function openCalendar(page: Page): Promise<Locator> {
  const dialog = page.getByRole("dialog", { name: /^When will (?:you|they) use it in class\?$/ });
  await expect(dialog.getByRole("heading")).toBeFocused();
  await expect(dialog.getByRole("grid").first()).toBeVisible();
  return dialog;
}

/** Returns the button of a day, whatever is available then. */
export const dayIn = (calendar: Locator, day: string) =>
  calendar.getByRole("grid", { name: inEnglish(day, { month: "long", year: "numeric" }) }).getByRole("button", {
    name: new RegExp(`^${inEnglish(day, { weekday: "long", month: "long", day: "numeric" })}\\b`),
  });

/** Turns to the month of each of these days, and taps or clicks it. */
export async function chooseDays(calendar: Locator, days: readonly string[], press: "click" | "tap" = "click") {
  for (const day of days) {
    const month = calendar.getByRole("grid", { name: inEnglish(day, { month: "long", year: "numeric" }) });
    while ((await month.count()) === 0) {
      const shown = await calendar.getByRole("grid").first().getAttribute("aria-label");
      await calendar.getByRole("button", { name: "Next month" })[press]();
      await expect(calendar.getByRole("grid").first()).not.toHaveAttribute("aria-label", shown ?? "");
    }
    await dayIn(calendar, day)[press]();
  }
}

/** Moves the focus from day to day, and presses Enter on each of these. */
export async function chooseDaysByKeyboard(page: Page, days: readonly string[]): Promise<void> {
  for (const day of days) {
    for (let left = await daysLeft(page, day); left !== 0; left = await daysLeft(page, day)) {
      const step = Math.abs(left) >= 31 ? "Page" : Math.abs(left) >= 7 ? "Arrow" : undefined;
      const down = left > 0;
      await page.keyboard.press(step ? `${step}${down ? "Down" : "Up"}` : `Arrow${down ? "Right" : "Left"}`);
    }
    await page.keyboard.press("Enter");
  }
}

/** Returns how many days it is from the focused day to this one. */
async function daysLeft(page: Page, day: string): Promise<number> {
  const focused = await page.evaluate(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement.dataset["day"] : undefined,
  );
  if (focused === undefined) throw new Error("The focus isn't on a day.");
  return daysBetween(focused, day);
}
