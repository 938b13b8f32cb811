import type { Locator } from "@playwright/test";
import { writeSlip } from "#contract/desk/slip-code.ts";
import { writeLabel } from "#contract/labels.ts";
import { scanByHand, tabTo } from "#e2e/steps/keyboard.ts";
import { orderAtDesk, parcelAtDesk } from "#e2e/steps/shipping.ts";
import { aPhoto } from "#e2e/steps/pictures.ts";
import { expect, test } from "#e2e/test.ts";

/** Clicks, and counts them. */
function counter() {
  let clicks = 0;
  return {
    click: async (what: Locator) => {
      clicks += 1;
      await what.click();
    },
    clicks: () => clicks,
  };
}

test("from the dashboard, an order is found by a name with one click", async ({ page, library }) => {
  const name = "Perpetua Zaragoza";
  const { clerk, orderId } = await orderAtDesk(library.address, {
    title: "Name",
    sku: "CLNAME",
    quantity: 1,
    borrowerName: name,
  });
  const { click, clicks } = counter();
  await clerk.enter(page);
  await page.goto("/admin/dashboard");
  await click(page.getByRole("combobox", { name: "Scan or find anything" }));
  await page.keyboard.type("perpetua zar");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: `Order #${orderId}` })).toBeVisible();
  expect(clicks()).toBe(1);
});

test("from the dashboard, one copy comes back with a scan, and a whole parcel with a scan and one click", async ({
  page,
  library,
}) => {
  const { clerk, orderId, copy, status } = await parcelAtDesk(library.address, {
    title: "Back",
    sku: "CLBACK",
    quantity: 3,
  });
  const { click, clicks } = counter();
  await clerk.enter(page);
  await page.goto("/admin/dashboard");
  await expect(page.getByRole("combobox", { name: "Scan or find anything" })).toBeVisible();
  await scanByHand(page, writeLabel(copy(0)));
  await expect(page.locator("[data-toast-region]").getByText(/^Checked in: Back, #CLBACK copy 1\./)).toBeVisible();
  expect(clicks()).toBe(0);
  await scanByHand(page, writeSlip(orderId));
  await click(page.getByRole("button", { name: "Check in all 2 copies" }));
  await expect.poll(status).toBe("Returned");
  expect(clicks()).toBe(1);
});

test("from the dashboard, who is overdue is one click away", async ({ page, library }) => {
  const { clerk } = await parcelAtDesk(library.address, {
    title: "Late",
    sku: "CLLATE",
    quantity: 1,
    borrowerName: "Late Reader",
  });
  const { click, clicks } = counter();
  await clerk.enter(page);
  await page.goto("/admin/dashboard");
  await click(page.getByRole("link", { name: "Show overdue orders" }));
  await expect(page.getByRole("table", { name: "Orders, due soonest first" })).toContainText(/days overdue/);
  expect(clicks()).toBe(1);
});

test("from the dashboard, an order is shipped with four clicks and its scans", async ({ page, library }) => {
  const { clerk, orderId, copy, status } = await orderAtDesk(library.address, {
    title: "Out",
    sku: "CLOUT",
    quantity: 2,
  });
  const { click, clicks } = counter();
  await clerk.enter(page);
  await page.goto("/admin/dashboard");
  await click(page.getByRole("link", { name: "Show only new orders" }));
  await click(page.getByRole("link", { name: `Edit order #${orderId}` }));
  await expect(page.getByRole("button", { name: "Scan copies" }).first()).toBeVisible();
  for (const place of [0, 1]) await scanByHand(page, writeLabel(copy(place)));
  await expect(page.getByRole("list", { name: "Copies checked out" }).getByRole("listitem")).toHaveCount(2);
  await click(page.getByRole("radio", { name: "Shipped" }));
  await click(page.getByRole("button", { name: "Save", exact: true }));
  await expect.poll(status).toBe("Shipped");
  expect(clicks()).toBeLessThanOrEqual(4);
});

test("from the dashboard, a copy is declared lost with three clicks", async ({ page, library }) => {
  const { clerk, orderId, status } = await parcelAtDesk(library.address, {
    title: "Gone",
    sku: "CLGONE",
    quantity: 1,
    borrowerName: "Ottoline Vasquez",
  });
  const { click, clicks } = counter();
  await clerk.enter(page);
  await page.goto("/admin/dashboard");
  await click(page.getByRole("combobox", { name: "Scan or find anything" }));
  await page.keyboard.type("ottoline vas");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: `Order #${orderId}` })).toBeVisible();
  await click(page.getByRole("button", { name: "Lost: #CLGONE copy 1" }));
  await click(page.getByRole("button", { name: "Declare lost", exact: true }));
  await expect.poll(status).toBe("Returned"); // nothing of it is out anymore
  expect(clicks()).toBeLessThanOrEqual(3);
});

test("from the dashboard, a wrong Returned is undone with one click", async ({ page, library }) => {
  const { clerk, orderId, status } = await parcelAtDesk(library.address, {
    title: "Wrong",
    sku: "CLWRNG",
    quantity: 2,
  });
  await clerk.enter(page);
  await page.goto(`/admin/editorder/${orderId}`);
  await page.getByRole("radio", { name: "Returned" }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Save anyway" }).click();
  await expect.poll(status).toBe("Returned");
  const { click, clicks } = counter();
  await page.goto("/admin/dashboard");
  await expect(page.getByRole("combobox", { name: "Scan or find anything" })).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type(`order ${orderId}`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: `Order #${orderId}` })).toBeVisible();
  await click(page.getByRole("button", { name: `Undo Returned of order #${orderId}` }));
  await expect.poll(status).toBe("Shipped");
  expect(clicks()).toBe(1);
});

test("from the dashboard, a title with a picture and three copies is added with at most seven clicks, at 1280 px", async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 1280, height: 844 });
  const { clerk } = await orderAtDesk(library.address, { title: "Before 1280", sku: "CK1280", quantity: 1 });
  const { click, clicks } = counter();
  await clerk.enter(page);
  await page.goto("/admin/dashboard");
  await click(page.getByRole("link", { name: "Add New" }));
  await click(page.getByRole("textbox", { name: "Title", exact: true }));
  await page.keyboard.type("Seven clicks 1280");
  await click(page.getByRole("button", { name: /^Use \S+ as the next free SKU number$/ }));
  await tabTo(page, "textbox", "Description");
  await page.keyboard.type("What the title is about.");
  await click(page.getByRole("radio", { name: "Book" }));
  await page.keyboard.press("Tab");
  await page.keyboard.type("Safety");
  await click(page.getByRole("checkbox", { name: "All grades" }));
  const chosen = page.waitForEvent("filechooser");
  await click(page.getByLabel("Choose a picture"));
  await (await chosen).setFiles(await aPhoto(300, 400));
  await tabTo(page, "textbox", "Number of copies");
  await page.keyboard.type("3");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Edit item" })).toBeVisible();
  await expect(page.getByRole("row", { name: / copy 3/ })).toBeVisible();
  await expect(page.getByText("the cover.jpg", { exact: true })).toBeVisible();
  expect(clicks()).toBeLessThanOrEqual(7);
});
