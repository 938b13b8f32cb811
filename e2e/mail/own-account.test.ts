import type { Page } from "@playwright/test";
import { logIn, logInHere } from "#e2e/steps/log-in.ts";
import { onBothScreens, wide } from "#e2e/steps/screens.ts";
import { expect, expectAccessible } from "#e2e/test.ts";
import { aReader, test } from "./mail-test.ts";

const password = "apples and pears";

const toAccount = async (page: Page) => {
  await page.setViewportSize(wide); // where the menu is
  await page.getByRole("link", { name: "Account", exact: true }).first().click();
  await expect(page.getByRole("table", { name: "Your logins" })).toBeVisible();
};

test("a borrower ends one session, and then all of them", async ({ page, someoneElse, request }) => {
  test.setTimeout(180_000);
  const userName = "many.places";
  await aReader(request, userName, password);
  const [library, home] = [await someoneElse(), await someoneElse()];
  await logIn(library, "user", userName, password);
  await page.setViewportSize(wide);
  await logIn(page, "user", userName, password);
  await toAccount(page);
  const logins = page.getByRole("table", { name: "Your logins" });
  await expect(logins.getByText("This one")).toHaveCount(1);
  await onBothScreens(page, () => expectAccessible(page));
  await logins.getByRole("button", { name: /^End/ }).click();
  await expect(logins.getByText("Ended")).toHaveCount(1);
  await isLoggedOut(library);

  await logIn(home, "user", userName, password);
  await page.getByRole("button", { name: "Log out everywhere" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Log in" })).toBeVisible();
  await isLoggedOut(home);
  await logInHere(page, userName, password);
  await toAccount(page);
  await expect(page.getByRole("table", { name: "Your logins" }).getByText("Ended")).toHaveCount(3);
});

/** A tab that was left open notices with its next call that its session is over. */
async function isLoggedOut(page: Page): Promise<void> {
  await page.goto("/user/account/1");
  await expect(page).toHaveURL(/\/user\/login/);
}
