import type { Page } from "@playwright/test";
import { asClerk } from "#e2e/steps/as-clerk.ts";
import { newOrder, shippedOrder } from "#e2e/steps/orders.ts";
import { narrow, wide } from "#e2e/steps/screens.ts";
import { standInFor } from "#e2e/steps/stand-in.ts";
import { expect, test } from "#e2e/test.ts";

const work = (page: Page) => page.getByRole("list", { name: "Today’s work" }).getByRole("link");

/** Reads the dashboard's numbers once they have loaded. */
async function readNumbers(page: Page): Promise<{ name: string; count: number }[]> {
  await expect(work(page).first()).toHaveText(/^New Orders \d/);
  const texts = await work(page).allInnerTexts();
  return texts.flatMap((text) => {
    const [, name = "", count = ""] = /^(\D+?)\s+([\d,]+)$/.exec(text) ?? [];
    return name ? [{ name, count: Number(count.replaceAll(",", "")) }] : [];
  });
}

test("each number on a busy day's dashboard leads in one press to a list with that many rows", async ({
  page,
  library,
}) => {
  await newOrder(library.address, { title: "Waits", sku: "WN102", quantity: 1 });
  const packed = await newOrder(library.address, { title: "Packed", sku: "WP102", quantity: 1 });
  await packed.clerk.tell(`Order/CheckOutAll/${packed.orderId}`);
  const item = { title: "Half back", sku: "WH102", quantity: 2 };
  const { clerk, copy, loans } = await shippedOrder(library.address, item);
  await clerk.tell("Returns/CheckIn", copy(1));
  const [loan] = await loans();
  await clerk.tell("Claims/Open", { orderInventoryItemId: loan, kind: "claimed returned" });
  await page.setViewportSize(wide);
  await clerk.enter(page);
  await page.goto("/admin/dashboard");
  const numbers = await readNumbers(page);
  expect(numbers.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["Pack", "Ship", "Call about overdue orders", "Ask for missing copies", "Settle claims"]),
  );
  expect(numbers.slice(1).filter(({ count }) => count === 0)).toEqual([]);
  await expect(page.getByText("No mail server is set up, so no emails go out.")).toBeVisible();
  for (const { name, count } of numbers) {
    await work(page)
      .filter({ hasText: new RegExp(`^${name}`) })
      .click();
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeHidden();
    const rows =
      name === "Pack"
        ? page.getByRole("heading", { name: `To pack (${count})` })
        : page.getByText(`of ${count} results`);
    await expect(rows.first(), `${count} ${name}`).toBeVisible();
    await page.goBack();
    await expect(work(page)).toHaveCount(numbers.length + 1); // Check in has no number
  }

  // on a phone's first screen, too
  await page.setViewportSize(narrow);
  for (const name of [...numbers.slice(0, 4).map((number) => number.name), "Check in"])
    await expect(work(page).filter({ hasText: new RegExp(`^${name}`) })).toBeInViewport({ ratio: 1 });
  await work(page).filter({ hasText: "Check in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Returns" })).toBeVisible();

  // the inventory has the numbers of titles that are running out
  expect(numbers.filter(({ name }) => /stock/i.test(name))).toEqual([]);
  await page.setViewportSize(wide);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Inventory" }).click();
  const out = page.getByRole("link", { name: /^Out of Stock: / });
  const count = Number(/\d+/.exec(await out.innerText())?.[0]);
  await expect(page.getByRole("region", { name: "Out of Stock" }).getByText(`of ${count} results`)).toBeVisible();
});

test("an empty day says that nothing else is waiting", async ({ page }) => {
  const orders = [
    "to-pack",
    "to-ship",
    "unconfirmed",
    "due-this-week",
    "overdue",
    "incomplete",
    "reported",
    "at-risk",
    "no-email",
  ];
  const none = { openClaims: 0, inInspection: 0, held: 0, lowStock: 0, outOfStock: 0, wrongStock: 0 };
  // instead of the library's data, which other journeys use
  await standInFor(page, (path) => {
    if (path === "/api/Order/GetNewOrderCount") return { json: 0 };
    const data = { orders: orders.map((name) => ({ work: name, count: 0 })), ...none };
    return path === "/api/Desk/GetWork" ? { json: { isSuccess: true, data } } : undefined;
  });
  await asClerk(page);
  await expect(work(page)).toHaveText([/^New Orders\s+0$/, "Check in"]);
  await expect(page.getByText("Nothing else is waiting.")).toBeVisible();
});
