import type { Page } from "@playwright/test";

/** Logs in by the form, as a person does, and waits for the page that follows. */
export async function logIn(page: Page, who: "user" | "admin", userName: string, password: string): Promise<void> {
  await page.goto(`/${who}/login`);
  await logInHere(page, userName, password);
}

/** Logs in on the login page that is open. */
export async function logInHere(page: Page, userName: string, password: string): Promise<void> {
  await page.getByLabel(/^user ?name/i).fill(userName);
  await page.getByLabel(/^password/i).fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.pathname.endsWith("/login"));
}
