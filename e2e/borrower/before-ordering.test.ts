import { asClerk } from "#e2e/steps/as-clerk.ts";
import { expect, test } from "#e2e/test.ts";

test("the cart tells staff that only borrowers can check out, and where to order for a caller", async ({ page }) => {
  await asClerk(page, "/user/cartitems");
  await expect(page.getByText("You’re logged in as staff.")).toBeVisible();
  await expect(page.getByText(/If a borrower calls, use “Order for a caller” on the dashboard\.$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Proceed" })).toHaveCount(0);
});
