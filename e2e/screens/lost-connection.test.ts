import { expect, test } from "#e2e/test.ts";

test.use({ expectedFaults: ["Unable to preload CSS", "We can’t reach the library", "Failed to fetch dynamically"] });

test("losing the server or the connection shows an error and keeps what was typed", async ({ page, context }) => {
  await page.goto("/user/home");
  await expect(page.getByRole("heading", { name: "Recent Additions" })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("combobox", { name: "Search the inventory" }).fill("food");
  await page.keyboard.press("Enter");
  const again = page.getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  await context.setOffline(false);
  await again.click();
  await expect(page.getByText(/Showing 1 - /)).toBeVisible({ timeout: 30_000 }); // refetches everything

  await page.goto("/user/register");
  await page.getByLabel("Full name", { exact: true }).fill("Robin Reader");
  await page.route("**/api/**", (route) => route.abort("connectionrefused"));
  await page.getByLabel("Username", { exact: true }).fill("robin.reader");
  for (const label of ["Password", "Verify password"])
    await page.getByLabel(label, { exact: true }).fill("apples and pears");
  for (const [label, value] of Object.entries({
    "Email address": "robin@school.example",
    "Phone number": "(559) 555-0142",
    "School name": "Kings River",
    "School district": "Kings River Union",
    Street: "1 Main Street",
    City: "Kingsburg",
    State: "CA",
    Zip: "93631",
  }))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole("button", { name: /create account|register/i }).click();
  await expect(
    page.getByText("We can’t reach the library. Check your connection and try again.").first(),
  ).toBeVisible();
  await expect(page.getByLabel("Full name", { exact: true })).toHaveValue("Robin Reader");
  await page.unrouteAll();
  await page.getByRole("button", { name: /create account|register/i }).click();
  await expect(page.getByText("Registration successful! Login to continue.")).toBeVisible();
});
