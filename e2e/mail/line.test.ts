import { writeLabel } from "#contract/labels.ts";
import { askDatabaseOf } from "#e2e/library.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { scanByHand } from "#e2e/steps/keyboard.ts";
import { wide } from "#e2e/steps/screens.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { shippedOrder } from "#e2e/steps/shipping.ts";
import { expect } from "#e2e/test.ts";
import { aStranger, aTeacher, linksOf, mailTo, test } from "./mail-test.ts";

/** Writes the emails of lines now, which wait until what freed a copy cannot be undone without a word. */
const writeNow = (address: string) =>
  askDatabaseOf(address, "update jobs set run_at = now() where kind = 'write-queue-mail'");

test("from “Tell me when it’s back” by the email and its link to the box, by pointer at 1280 px", async ({
  page,
  library: { address },
  mailServer,
}) => {
  test.setTimeout(180_000);
  await page.setViewportSize(wide);
  const clerk = await clerkOf(address);
  const title = "Sextant 1280";
  const { itemId, copies } = await shippedOrder(clerk, { title, sku: "SX1280", quantity: 1 });
  const copy = copies[0] ?? { inventoryItemId: 0, skuNumber: "" };
  const name = "sextant.1280";
  const teacher = await aTeacher(address, name);
  await teacher.enter(page);
  await page.goto(`/user/viewitem/${itemId}`);
  const waiting = page.getByRole("button", { name: "Tell me when it’s back" });
  await waiting.click();
  const inLine = page.getByRole("main").getByText("You’re next in line.");
  await expect(inLine).toBeVisible();
  await expect(page.getByRole("button", { name: `Pause: ${title}` })).toBeFocused();
  await expect(page.getByRole("button", { name: `Pause: ${title}` })).toBeInViewport();
  const leaving = page.getByRole("button", { name: `Stop waiting: ${title}` });
  await leaving.click();
  await toast(page, "You no longer wait for this title.");
  await expect(waiting).toBeFocused();
  await waiting.click();
  await expect(inLine).toBeVisible();
  await page.goto(`/user/account/${teacher.userId}`);
  await leaving.click();
  await toast(page, "You no longer wait for this title.");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.goto(`/user/viewitem/${itemId}`);
  await waiting.click();
  await expect(inLine).toBeVisible();

  // the desk scans what came back
  const desk = await aStranger(page.context().browser(), page, address);
  await clerk.enter(desk);
  await desk.goto("/admin/returns");
  await expect(desk.getByText("Nothing checked in yet.")).toBeVisible();
  await scanByHand(desk, writeLabel(copy));
  await expect(desk.getByRole("listitem").filter({ hasText: title })).toContainText("Do not shelve");
  await writeNow(address);
  const mail = await mailTo(mailServer, `${name}@school.example`, `Held for you: ${title}`);
  const [link = ""] = linksOf(mail, "/user/held/");

  // the link is for this copy alone: who opens it is not logged in
  const reader = await aStranger(page.context().browser(), page, address);
  await reader.goto(new URL(link).pathname);
  await expect(reader.getByText(/^A copy is held for you until /)).toBeVisible();
  await reader.getByRole("button", { name: "Order it now" }).click();
  await expect(reader.getByText("Thank you for your order!")).toBeVisible();
  const order = await reader.getByRole("link", { name: /^Order #\d+$/ }).innerText();

  // and the copy goes from the hold shelf into its box, by a scan
  await desk.goto("/admin/holds");
  const row = desk.getByRole("row", { name: new RegExp("#SX1280 copy 1") });
  await row.getByRole("link", { name: `pack ${order.toLowerCase()}` }).click();
  await expect(desk.getByRole("heading", { level: 1, name: new RegExp(order) })).toBeVisible();
  await scanByHand(desk, writeLabel(copy));
  const orderId = Number(/\d+/.exec(order)?.[0]);
  const packed = async () =>
    (await clerk.ask<{ orderItems: { orderInventoryItems: object[] }[] }>(`Order/Get/${orderId}`)).orderItems[0]
      ?.orderInventoryItems.length;
  await expect.poll(packed).toBe(1);
});
