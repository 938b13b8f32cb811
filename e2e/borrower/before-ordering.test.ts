import { asClerk } from "#e2e/steps/as-clerk.ts";
import { expect, test } from "#e2e/test.ts";

test("staff in the cart read that only borrowers check out, and where to order for a caller", async ({ page }) => {
  await asClerk(page, "/user/cartitems");
  await expect(page.getByText("You’re logged in as staff.")).toBeVisible();
  await expect(page.getByText(/For a borrower who called, use “Order for a caller” on the dashboard\.$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Proceed" })).toHaveCount(0);
});
