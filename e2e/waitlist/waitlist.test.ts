import { newBorrower } from "#e2e/steps/api.ts";
import { logInHere } from "#e2e/steps/log-in.ts";
import { shippedOrder } from "#e2e/steps/orders.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";

test("a borrower joins the waitlist, orders the copy on hold, and staff find it on the hold shelf, by keyboard", async ({
  page,
  library,
}) => {
  await page.setViewportSize(narrow);
  const item = { title: "Awaited", sku: "QL101", quantity: 1 };
  const { clerk, itemId, copy } = await shippedOrder(library.address, item);
  const wanda = await newBorrower(library.address, "wanda.waits", { borrowerName: "Wanda Waits" });

  // joins the waitlist, after logging in
  await page.goto(`/user/viewitem/${itemId}`);
  await page.getByRole("button", { name: "Tell me when it’s back" }).press("Enter");
  await logInHere(page, "wanda.waits", "apples and pears");
  await expect(page.getByRole("main").getByText("You’re next on the waitlist.")).toBeVisible();
  await expect(page.getByText("1 person is waiting for this title.")).toBeHidden(); // the reader is that person
  await expect(page.getByText("Until you do, we can’t hold a copy for you")).toBeVisible(); // the address isn't confirmed

  await page.getByRole("button", { name: "Pause: Awaited" }).press("Enter");
  await expect(page.getByText("Paused. Others go ahead; you keep your spot.")).toBeVisible();
  // a press during the refetch after the pause does nothing
  const pause = page.getByRole("button", { name: "Pause: Awaited" });
  await expect(async () => {
    if (!(await pause.isVisible()))
      await page.getByRole("button", { name: /^Stay on the waitlist/ }).press("Enter", { timeout: 1000 });
    await expect(pause).toBeVisible({ timeout: 1000 });
  }).toPass();

  // the address is confirmed, and the copy is returned and held
  await clerk.tell(`Borrowers/ConfirmByPhone/${wanda.borrowerId}`);
  const { data } = await clerk.tell<{ data: { destination: string } }>("Returns/CheckIn", copy(1));
  expect(data.destination).toBe("hold");
  expect(await clerk.ask("Waitlist/GetHoldShelf?page=1")).toContainEqual(
    expect.objectContaining({ inventoryId: itemId, isReached: true }),
  );
  await page.goto(`/user/account/${wanda.userId}`);
  await expect(page.getByRole("main").getByRole("heading", { level: 2 }).first()).toHaveText("On hold for you");
  await page.goto("/user/home");
  await page.goto(`/user/viewitem/${itemId}`);
  await expect(page.getByText("A copy is on hold for you.")).toBeVisible();
  await expect(page.getByText("All copies are on loan or on hold.")).toBeHidden();
  await expect(page.getByText("Returned copies will go to earlier orders first.")).toBeHidden();
  await page.getByRole("link", { name: "Order it now: Awaited" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "On hold for you" })).toBeVisible();
  await page.getByRole("button", { name: "Order it now" }).press("Enter");
  await expect(page.getByText("Thank you for your order!")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "On hold for you" })).toBeFocused();
  const order = await page.getByRole("link", { name: /^Order #\d+$/ }).innerText();

  // staff pack it from the hold shelf
  await clerk.enter(page);
  await page.goto("/admin/holds");
  const row = page.getByRole("row", { name: new RegExp("#QL101 copy 1") });
  await expect(row).toContainText("Wanda Waits");
  await row.getByRole("link", { name: `Pack ${order.toLowerCase()}` }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: new RegExp(order) })).toBeVisible();
});
