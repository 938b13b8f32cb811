import { expect, test } from "#e2e/test.ts";

test("the accessibility statement is one click away, names a contact, and can keep messages open", async ({ page }) => {
  await page.goto("/user/home");
  await page.getByRole("contentinfo").getByRole("link", { name: "Accessibility" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Accessibility" })).toBeFocused();
  await expect(page).toHaveURL("/accessibility");
  await expect(page).toHaveTitle(/Accessibility/);
  const statement = page.getByRole("main");
  await expect(statement.getByText("WCAG")).toBeVisible();
  await expect(statement.getByText("a message lets you stay logged in")).toBeVisible();
  await expect(statement.getByRole("link", { name: /@/ })).toHaveAttribute("href", /^mailto:/);

  await page.getByRole("checkbox", { name: "Keep messages until I close them" }).check();
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Keep messages until I close them" })).toBeChecked();

  // the clock advances automatically; a message that disappears would be gone long before
  await page.clock.install();
  await page.goto("/user/account/1");
  const message = page.getByText("You must login to proceed");
  await expect(message).toBeVisible();
  await page.clock.runFor(60_000);
  await expect(message).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(message).toBeHidden();
});
