import { expect, type Page } from "@playwright/test";

/** Logs in through the form and waits for the next page. */
export async function logIn(page: Page, who: "user" | "admin", userName: string, password: string): Promise<void> {
  await page.goto(`/${who}/login`);
  await logInHere(page, userName, password);
}

/** Logs in on the open login page. */
export async function logInHere(page: Page, userName: string, password: string): Promise<void> {
  // after a navigation inside the application, the previous page may still be visible, with fields of the same names
  await expect(page.getByRole("button", { name: "Log In" })).toBeVisible();
  await page.getByLabel(/^user ?name/i).fill(userName);
  await page.getByLabel(/^password/i).fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.pathname.endsWith("/login"));
}
