import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { aNewcomer, register } from "#e2e/steps/borrowing.ts";
import { logInHere } from "#e2e/steps/log-in.ts";
import { shippedOrder } from "#e2e/steps/shipping.ts";
import { expect, test } from "#e2e/test.ts";

test("from “Tell me when it’s back” to the box, by keyboard, at 390 px", async ({ page, library }) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 390, height: 844 });
  const clerk = await clerkOf(library.address);
  const { itemId, copies } = await shippedOrder(clerk, { title: "Awaited 390", sku: "QL390", quantity: 1 });
  const newcomer = aNewcomer("line.390");
  await register(page, newcomer);

  // waits, after the login that it needs
  await page.goto(`/user/viewitem/${itemId}`);
  await page.getByRole("button", { name: "Tell me when it’s back" }).press("Enter");
  await logInHere(page, newcomer.userName, newcomer.password);
  await expect(page.getByRole("main").getByText("You’re next in line.")).toBeVisible();
  await expect(page.getByText("1 person waits for this title.")).toBeHidden(); // who reads it is that person
  await expect(page.getByText("Until then others in line go first")).toBeVisible(); // nobody confirmed the address

  await page.getByRole("button", { name: "Pause: Awaited 390" }).press("Enter");
  await expect(page.getByText("You paused: others are served, and you keep your place.")).toBeVisible();
  // pressed while the pause is still being read again, it does nothing
  const pause = page.getByRole("button", { name: "Pause: Awaited 390" });
  await expect(async () => {
    if (!(await pause.isVisible()))
      await page.getByRole("button", { name: /^Go on waiting/ }).press("Enter", { timeout: 1000 });
    await expect(pause).toBeVisible({ timeout: 1000 });
  }).toPass();

  // it comes back, and the desk says for whom
  const { data } = await clerk.tell<{ data: { goesTo: string } }>("Returns/CheckIn", {
    inventoryItemId: copies[0]?.inventoryItemId,
  });
  expect(data.goesTo).toBe("hold");
  expect(await clerk.ask("Waitlist/GetHoldShelf?page=1")).toContainEqual(
    expect.objectContaining({ inventoryId: itemId, isReached: false }),
  );
  await page.goto("/user/home");
  await page.goto(`/user/viewitem/${itemId}`);
  await expect(page.getByText("A copy is held for you.")).toBeVisible();
  await expect(page.getByText("All copies are on loan, or held for somebody.")).toBeHidden();
  await expect(page.getByText("What comes back is promised to earlier orders.")).toBeHidden();
  await page.getByRole("link", { name: "Order it now: Awaited 390" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Held for you" })).toBeVisible();
  await page.getByRole("button", { name: "Order it now" }).press("Enter");
  await expect(page.getByText("Thank you for your order!")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Held for you" })).toBeFocused();
  const order = await page.getByRole("link", { name: /^Order #\d+$/ }).innerText();

  // and goes into the box
  await clerk.enter(page);
  await page.goto("/admin/holds");
  const row = page.getByRole("row", { name: new RegExp("#QL390 copy 1") });
  await expect(row).toContainText(newcomer.name);
  await row.getByRole("link", { name: `pack ${order.toLowerCase()}` }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: new RegExp(order) })).toBeVisible();
});
