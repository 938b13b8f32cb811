import { aNewcomer, fillInRegistration } from "#e2e/steps/borrowing.ts";
import { expect, test } from "#e2e/test.ts";

test("Register pressed three times at once creates one account", async ({ page }) => {
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/Account/RegisterBorrower")) asked += 1;
  });
  await fillInRegistration(page, aNewcomer("registers.once"));
  await page.getByRole("button", { name: "Register", exact: true }).evaluate((button: HTMLButtonElement) => {
    for (const _press of [1, 2, 3]) button.click();
  });
  await expect(page.getByText("Registration successful! Login to continue.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Log in" })).toBeVisible();
  expect(asked).toBe(1);
});
