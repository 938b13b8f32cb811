import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/test.ts";

/** What each field of the form tells a browser and an aid of its purpose. */
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

test("a browser knows what each field about a person is for, and may fill in and paste a password", async ({
  page,
}) => {
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
    "School district": "off", // no purpose of WCAG's list
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
