import { readFile } from "node:fs/promises";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { orderedOn, placeOrder } from "#e2e/steps/orders.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";

test("staff search, filter, sort, and download orders, and a reload keeps the list", async ({ page, library }) => {
  await page.setViewportSize(narrow);
  const clerk = await clerkOf(library.address);
  const { id } = await stock(clerk, { title: "Lungs and hearts", sku: "OS101" }, 3);
  const orders: number[] = [];
  for (const [name, day] of Object.entries({ first: "2026-01-01", second: "2026-01-02" })) {
    const borrower = await newBorrower(library.address, `search-${name}`, { borrowerName: `Otilia ${name}` });
    const orderId = await placeOrder(borrower, [id]);
    await orderedOn(library.address, orderId, day);
    orders.push(orderId);
  }
  await clerk.tell("Order/UpdateOrder/", {
    orderId: orders[1],
    statusId: 3,
    returnDate: "2026-01-15",
    shipDate: "2026-01-02",
  });
  const orderLinks = page.getByRole("link", { name: /^Order #\d+$/ });
  await clerk.enter(page);
  await page.goto("/admin/orderlist");
  await page.getByRole("searchbox", { name: "Find orders" }).fill("otilia hearts");
  await page.keyboard.press("Enter");
  await expect(orderLinks).toHaveText([`Order #${orders[1]}`, `Order #${orders[0]}`]);
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("Oldest");
  await page.getByRole("button", { name: "Sort" }).click();
  await expect(orderLinks).toHaveText([`Order #${orders[0]}`, `Order #${orders[1]}`]);
  await expect(page).toHaveURL(/sort=oldest/);
  await page.reload();
  await expect(page.getByRole("searchbox", { name: "Find orders" })).toHaveValue("otilia hearts");
  await expect(orderLinks).toHaveText([`Order #${orders[0]}`, `Order #${orders[1]}`]);

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
  expect(lines.slice(1).map((line) => Number(line.split(",")[0]))).toEqual(orders);

  await page.getByRole("combobox", { name: "Sort by" }).selectOption("Ships soonest");
  await page.getByRole("button", { name: "Sort" }).click();
  const leaving = page.getByRole("table", { name: "Orders, soonest to ship first" });
  await expect(leaving.getByRole("row").nth(1)).toContainText("Ships now");
  await expect(orderLinks).toHaveText([`Order #${orders[0]}`, `Order #${orders[1]}`]); // the second has shipped
  await expect(page).toHaveURL(/sort=leaves/);

  const statuses = page.getByRole("combobox", { name: "Status" }).getByRole("option");
  await expect(statuses).toHaveText(["All", "New", "Processing", "Shipped", "Returned"]);
  const works = page.getByRole("navigation", { name: "Orders by work" });
  const count = Number(/\d+$/.exec((await works.getByRole("link", { name: /^Overdue \d/ }).textContent()) ?? "")?.[0]);
  await works.getByRole("link", { name: /^Overdue/ }).click();
  await expect(page.getByText(`of ${count} results`).first()).toBeVisible();
  await expect(works.getByRole("link", { name: /^Overdue/ })).toHaveAttribute("aria-current", "true");
  await page.getByRole("searchbox", { name: "Find orders" }).fill("otilia hearts");
  await page.locator("summary", { hasText: "More filters" }).click();
  await page.getByRole("textbox", { name: "School or district" }).fill("nowhere");
  await page.getByRole("textbox", { name: "Due from" }).fill("2026-01-15");
  await page.getByRole("textbox", { name: "Due to" }).fill("2026-01-14");
  await page.getByRole("button", { name: "Sort" }).click();
  await expect(page.getByRole("textbox", { name: "Due to" })).toBeFocused();
  await expect(page.getByText("End date must not be before start date.")).toBeVisible();
  await page.getByRole("textbox", { name: "Due to" }).fill("2026-01-15");
  await page.getByRole("button", { name: "Sort" }).click();
  await expect(page.getByText("No orders match.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Due to" })).toBeVisible();
  await page.getByRole("textbox", { name: "School or district" }).fill("");
  await page.getByRole("button", { name: "Sort" }).click();
  await expect(orderLinks).toHaveText([`Order #${orders[1]}`]);
  await page.getByRole("link", { name: "Show all orders" }).click();
  await expect(page).toHaveURL("/admin/orderlist");
});
