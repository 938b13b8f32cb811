import { newBorrower } from "#e2e/steps/api.ts";
import { asClerk, clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { orderOf } from "#e2e/steps/ordering.ts";
import { expect, test } from "#e2e/test.ts";

test("how long a loan is stands on the title, in the cart, and on the confirmation, at 390 px", async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const title = { title: "A month with you 390", sku: "LL390" };
  const { id } = await stock(await clerkOf(library.address), title, 2);
  await (await newBorrower(library.address, "loan.length.390")).enter(page);
  let asked = 0;
  page.on("request", (request) => (asked += request.url().includes("/Cart/GetCartItemsByIdentifier/") ? 1 : 0));
  await page.goto(`/user/viewitem/${id}`);
  await expect(page.getByText("Loans are 30 days from shipping.")).toBeVisible();
  await page.getByRole("button", { name: "Add to Cart", exact: true }).click();
  await page.getByRole("link", { name: "View cart" }).click();
  await expect(page.getByText("You can keep everything for 30 days from the day it ships.")).toBeVisible();
  await expect(page.getByRole("spinbutton", { name: /^Quantity/ })).toHaveValue("1");
  expect(asked, "how often the cart was fetched to open it").toBe(1);
  await page.reload();
  await expect(page.getByRole("spinbutton", { name: /^Quantity/ })).toHaveValue("1");
  expect(asked, "and to open it again").toBe(2);
  await page.getByRole("button", { name: "Proceed" }).click();
  await expect(page.getByText("You can keep everything for 30 days from the day it ships.")).toBeVisible();
  await expect(page.getByText(/^We’re emailing what you ordered to .+@/)).toBeVisible();
});

test("what was added is told with its cover in the first frame, and nothing is fetched for it after the press", async ({
  page,
}) => {
  await page.goto("/user/inventories");
  const withCover = page.getByRole("article").filter({ has: page.locator("img") });
  const add = withCover.getByRole("button", { name: /^Add to cart: / }).first();
  await add.hover();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => {
    const message = "Item successfully added to your cart.";
    new MutationObserver((_changes, watch) => {
      const box = [...document.querySelectorAll("[data-screen-only]")].find((one) => one.textContent.includes(message));
      if (!box) return;
      watch.disconnect();
      requestAnimationFrame(() => {
        const pictures = [...box.querySelectorAll("img")].map((image) => image.complete && image.naturalWidth > 0);
        const links = [...box.querySelectorAll("a")].map(({ textContent }) => textContent);
        document.documentElement.dataset["first"] = JSON.stringify({ pictures, links });
      });
    }).observe(document.body, { childList: true, subtree: true });
  });
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  await add.click();
  await expect(page.locator("html")).toHaveAttribute(
    "data-first",
    JSON.stringify({ pictures: [true], links: ["View cart"] }),
  );
  expect(fetched.filter((path) => !path.startsWith("/api/"))).toEqual([]);
});

test("copies that are all on loan are called so, and a title without copies is not", async ({ page, library }) => {
  const clerk = await clerkOf(library.address);
  const lent = await stock(clerk, { title: "All of it is lent", sku: "ALLENT" });
  await orderOf(library.address, lent.id, "lent.reader");
  const bare = {
    title: "No copy yet",
    referenceNumber: "NOCOPY",
    description: "To come.",
    categoryId: 1,
    subjectId: 1,
  };
  const { id } = await clerk.tell<{ id: number }>("Inventory/SaveInventory", { ...bare, gradeId: 63 });
  await page.goto(`/user/viewitem/${lent.id}`);
  await expect(page.getByText("All copies are on loan, or held for somebody.")).toBeVisible();
  await page.goto(`/user/viewitem/${id}`);
  await expect(page.getByText("The library has no copies to lend right now.")).toBeVisible();
  await expect(page.getByText("All copies are on loan, or held for somebody.")).toBeHidden();
});

test("staff in the cart read that only borrowers check out, and where to order for a caller", async ({ page }) => {
  await asClerk(page, "/user/cartitems");
  await expect(page.getByText("You’re logged in as staff.")).toBeVisible();
  await expect(page.getByText(/For a borrower who called, use “Order for a caller” on the dashboard\.$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Proceed" })).toHaveCount(0);
});
