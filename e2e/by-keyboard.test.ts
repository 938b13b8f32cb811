import type { Page } from "@playwright/test";
import { administrator } from "./library.ts";
import { tabOnTo, tabTo } from "./steps/keyboard.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "./test.ts";

async function typeInto(page: Page, name: string, text: string): Promise<void> {
  await tabOnTo(page, page.getByLabel(name, { exact: true }).first());
  await page.keyboard.type(text);
}

test("the lending loop works with only the keyboard", async ({ page, someoneElse }) => {
  test.setTimeout(180_000);
  await page.goto("/user/home");
  await tabTo(page, "combobox", "Search the inventory");
  await page.keyboard.type("healthy eating routine");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Our Inventory" })).toBeVisible();
  await tabTo(page, "link", "Build a healthy eating routine");
  await page.keyboard.press("Enter");
  await tabTo(page, "button", "Add to Cart");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Item successfully added to your cart.")).toBeVisible();

  await page.goto("/user/register");
  const fields: [string, string][] = [
    ["Username", "keyboard.only"],
    ["Password", "apples and pears"],
    ["Verify password", "apples and pears"],
    ["Full name", "Kit Keys"],
    ["Email address", "kit@school.example"],
    ["Phone number", "559-555-0142"],
    ["School name", "Tab Street School"],
    ["School district", "Return Unified"],
    ["Street", "1 Tab Street"],
    ["City", "Fresno"],
    ["State", "California"],
    ["Zip", "93701"],
  ];
  for (const [name, text] of fields) await typeInto(page, name, text);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Log in" })).toBeVisible();
  await typeInto(page, "Username", "keyboard.only");
  await typeInto(page, "Password", "apples and pears");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Welcome back Kit Keys!" })).toBeVisible();
  await tabTo(page, "link", /Continue to your cart/);
  await page.keyboard.press("Enter");
  await tabTo(page, "button", "Proceed");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Thank you for your order!" })).toBeVisible();
  const orderId = /(\d+)$/.exec(page.url())?.[1] ?? "";

  const clerk = await someoneElse();
  await clerk.goto("/admin/login");
  await typeInto(clerk, "Username", administrator.userName);
  await typeInto(clerk, "Password", administrator.password);
  await clerk.keyboard.press("Enter");
  await tabTo(clerk, "link", "Show only new orders");
  await clerk.keyboard.press("Enter");
  await tabTo(clerk, "link", `Edit order #${orderId}`);
  await clerk.keyboard.press("Enter");
  await tabTo(clerk, "button", /^Check-out 1 copy/);
  await clerk.keyboard.press("Enter");
  await toast(clerk, "SKU assigned.");
  await tabTo(clerk, "radio", "New");
  await clerk.keyboard.press("ArrowDown");
  await clerk.keyboard.press("ArrowDown");
  await expect(clerk.getByRole("radio", { name: "Shipped" })).toBeChecked();
  await tabTo(clerk, "textbox", /^Tracking number/);
  await clerk.keyboard.type("1Z999AA10123456784");
  await clerk.keyboard.press("Enter");
  await toast(clerk, "Order updated.");
  await clerk.goto(`/admin/editorder/${orderId}`);
  await tabTo(clerk, "radio", "Shipped");
  await clerk.keyboard.press("ArrowDown");
  await tabTo(clerk, "button", "Save");
  await clerk.keyboard.press("Enter");
  await tabTo(clerk, "button", "Save anyway"); // its copy was not scanned
  await clerk.keyboard.press("Enter");
  await toast(clerk, "Order updated.");

  await page.goto(`/user/vieworder/${orderId}`);
  await expect(page.getByText("Returned")).toBeVisible();
});
