import { administrator } from "./library.ts";
import { logIn } from "./steps/log-in.ts";
import { aNewcomer, checkOut, register, searchAndAdd, stockOf } from "./steps/borrowing.ts";
import { openNewOrder, saveStatus } from "./steps/clerking.ts";
import { narrow } from "./steps/screens.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "./test.ts";

const [words, title] = ["vaping students", "How to talk to students about vaping"];

test.use({ viewport: narrow });

test("a borrower orders a title, and the library ships it and takes it back", async ({ page, someoneElse }) => {
  test.setTimeout(180_000);
  const newcomer = aNewcomer("loop");
  const clerk = await someoneElse({ viewport: narrow });

  await searchAndAdd(page, words, title, 2);
  const itemId = /\/user\/viewitem\/(\d+)/.exec(page.url())?.[1] ?? "";
  const stock = await stockOf(page, itemId);
  await register(page, newcomer);
  await page.getByLabel("Username").fill(newcomer.userName);
  await page.getByLabel("Password", { exact: true }).fill(newcomer.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: `Welcome back ${newcomer.name}!` })).toBeVisible();
  const orderId = await checkOut(page);
  expect(await stockOf(page, itemId)).toBe(stock - 2);

  await logIn(clerk, "admin", administrator.userName, administrator.password);
  await openNewOrder(clerk, orderId);
  await clerk.getByRole("button", { name: /^Check-out 2 copies/ }).click();
  await toast(clerk, "SKU assigned.");
  await expect(clerk.getByText("2 of 2 checked out")).toBeVisible();
  await saveStatus(clerk, "Shipped", "9400111899223197428490");

  await page.goto("/user/login");
  await page.getByRole("link", { name: "View Order History" }).click();
  const active = page.getByRole("region", { name: "Active Orders" });
  await expect(active.getByText(title)).toBeVisible();
  await expect(active.getByText("Shipped")).toBeVisible();
  await expect(page.getByRole("region", { name: "Previous Orders" }).getByText("No orders to display.")).toBeVisible();
  await page.goto(`/user/vieworder/${orderId}`);
  await expect(page.getByText("9400111899223197428490")).toBeVisible();

  await clerk.goto(`/admin/editorder/${orderId}`);
  await saveStatus(clerk, "Returned");
  await page.goBack();
  await page.reload();
  await expect(page.getByRole("region", { name: "Previous Orders" }).getByText(title)).toBeVisible();
  await expect(active.getByText("No orders to display.")).toBeVisible();
  expect(await stockOf(page, itemId)).toBe(stock);
});
