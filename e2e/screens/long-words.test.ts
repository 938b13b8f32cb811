import { type Caller, newBorrower } from "#e2e/steps/api.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { placeOrder } from "#e2e/steps/orders.ts";
import { expectNoSidewaysScroll, moveTo, narrowest } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";

const word = (letter: string, length = 150) => letter.repeat(length);

/** Adds a title, a news item, and an order with one endless word in every text. */
async function longWords(clerk: Caller) {
  const { id: itemId } = await clerk.tell<{ id: number }>("Inventory/AddReferenceNumber", {
    title: word("W"),
    referenceNumber: "LONGWO",
    description: word("m", 600),
    categoryId: 1,
    subjectId: 1,
    gradeId: 1,
    tags: `${word("t", 300)},${word("g", 300)}`,
    copies: 2,
  });
  const { id: newsId } = await clerk.tell<{ id: number }>("News/SaveItem", {
    id: 0,
    title: word("N"),
    content: `# ${word("h")}\n\n${word("c", 600)}\n\n- ${word("l", 300)}\n\n\`${word("p", 300)}\``,
    link: `https://example.org/${word("u", 300)}`,
  });
  const borrower = await newBorrower(clerk.address, "wide.words", {
    borrowerName: word("B", 60),
    schoolName: word("S", 60),
    schoolDistrict: word("D", 60),
    emailAddress: `${word("e", 60)}@school.example`,
    phoneNumber: word("5", 40),
    address: { street: word("R", 200), city: word("C", 200), state: word("A", 200), zip: word("9", 200) },
  });
  const orderId = await placeOrder(borrower, [itemId]);
  await clerk.tell("Order/UpdateOrder/", {
    orderId,
    statusId: 2,
    trackingNumber: word("T", 200),
    shipDate: null,
    returnDate: null,
    orderNote: word("o", 600),
  });
  return { itemId, newsId, orderId };
}

test("no staff screen scrolls sideways at 320 px or at 400%, however long a word is", async ({ page, library }) => {
  const clerk = await clerkOf(library.address);
  await clerk.enter(page);
  const { itemId, newsId, orderId } = await longWords(clerk);
  const [copy] = (await clerk.ask<{ inventoryItems: { inventoryItemId: number }[] }>(`Inventory/Get/${itemId}`))
    .inventoryItems;
  await page.setViewportSize(narrowest);
  await page.goto("/admin/account");
  for (const [place, words] of [
    ["dashboard", word("W")],
    ["inventorylist?q=LONGWO", word("W")],
    [`viewitem/${itemId}`, word("g", 300)],
    [`item/${itemId}`, word("g", 300)],
    ["item/add", "Add item"],
    [`itemqrcode/${copy?.inventoryItemId}`, word("W")],
    [`labels?item=${itemId}`, word("W")],
    ["news", word("N")],
    [`editnews/${newsId}`, word("l", 300)],
    ["orderlist", word("S", 60)],
    [`orderdetails/${orderId}`, word("o", 600)],
    [`editorder/${orderId}`, word("W")],
    [`activity-log?kind=order&id=${orderId}`, word("T", 200)],
  ] as const) {
    await test.step(place, async () => {
      const before = await page.title();
      await moveTo(page, `/admin/${place}`);
      await expect(page).not.toHaveTitle(before);
      await expect(page.getByText(words).first()).toBeAttached();
      for (const folded of await page.locator("details:not([open]) > summary").all()) await folded.click();
      await expectNoSidewaysScroll(page);
    });
  }

  await page.goto(`/admin/item/${itemId}`);
  await page.getByRole("button", { name: "Set inactive #LONGWO copy 1" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Set inactive" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.goto(`/admin/editorder/${orderId}`);
  await page.getByRole("button", { name: /^Choose a copy/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoSidewaysScroll(page);
});
