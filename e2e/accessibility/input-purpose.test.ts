import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/test.ts";

/** Returns the purpose that each field declares. */
const purposes = (page: Page) =>
  page
    .locator("main input:visible")
    .evaluateAll((fields) =>
      Object.fromEntries(
        fields.map((field) => [
          document.querySelector(`label[for="${CSS.escape(field.id)}"]`)?.textContent ?? field.id,
          field.getAttribute("autocomplete"),
        ]),
      ),
    );

test("browsers know the purpose of each field about a person, and may paste a password", async ({ page }) => {
  await page.goto("/user/register");
  await expect(page.getByLabel("Zip")).toBeVisible();
  expect(await purposes(page)).toEqual({
    Username: "username",
    Password: "new-password",
    "Verify password": "new-password",
    "Full name": "name",
    "Email address": "email",
    "Phone number": "tel",
    "School name": "organization",
    "School district": "off", // no purpose in WCAG's list
    Street: "street-address",
    City: "address-level2",
    State: "address-level1",
    Zip: "postal-code",
  });

  await page.goto("/user/login");
  await expect(page.getByLabel("Username")).toBeVisible();
  expect(await purposes(page)).toEqual({ Username: "username", Password: "current-password" });
  const password = page.getByLabel("Password", { exact: true });
  const mayPaste = await password.evaluate((field) =>
    field.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true })),
  );
  expect(mayPaste).toBe(true);
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
});
