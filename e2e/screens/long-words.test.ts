import type { Page } from "@playwright/test";
import { asClerk } from "#e2e/steps/as-clerk.ts";
import { logIn } from "#e2e/steps/log-in.ts";
import { expectNoSidewaysScroll, narrowest } from "#e2e/steps/screens.ts";
import { asked, sent } from "#e2e/steps/stocking.ts";
import { expect, expectAccessible, test } from "#e2e/test.ts";

const word = (letter: string, length = 150) => letter.repeat(length);

/** A title, a news item, and an order with one endless word in every text. */
async function longWords(page: Page, borrower: Page) {
  const { id: itemId } = await sent(page, "Inventory/AddReferenceNumber", {
    title: word("W"),
    referenceNumber: "LONGWO",
    description: word("m", 600),
    categoryId: 1,
    subjectId: 1,
    gradeId: 1,
    tags: `${word("t", 300)},${word("g", 300)}`,
    copies: 2,
  });
  const { id: newsId } = await sent(page, "News/SaveItem", {
    id: 0,
    title: word("N"),
    content: `# ${word("h")}\n\n${word("c", 600)}\n\n- ${word("l", 300)}\n\n\`${word("p", 300)}\``,
    link: `https://example.org/${word("u", 300)}`,
  });
  const user = { userName: "wide.words", password: "apples and pears", confirmPassword: "apples and pears" };
  await borrower.goto("/user/login");
  await sent(borrower, "Account/RegisterBorrower", {
    user,
    borrowerName: word("B", 200),
    schoolName: word("S", 200),
    schoolDistrict: word("D", 200),
    emailAddress: `${word("e", 60)}@school.example`,
    phoneNumber: word("5", 40),
    address: { street: word("R", 200), city: word("C", 200), state: word("A", 200), zip: word("9", 200) },
  });
  await logIn(borrower, "user", user.userName, user.password);
  const { data: cart } = await sent<string>(borrower, `Cart/AddItemToCart/${itemId}/1/false`);
  const { id: orderId } = await sent(borrower, `Order/SaveOrder/0/${cart}`);
  await sent(page, "Order/UpdateOrder/", {
    orderId,
    statusId: 2,
    trackingNumber: word("T", 200),
    shipDate: null,
    returnDate: null,
    orderNote: word("o", 600),
  });
  return { itemId, newsId, orderId };
}

test("no staff screen scrolls sideways at 320 px or at 400%, however long a word is", async ({ page, someoneElse }) => {
  test.setTimeout(180_000);
  await asClerk(page);
  const { itemId, newsId, orderId } = await longWords(page, await someoneElse());
  const [copy] = (await asked<{ inventoryItems: { inventoryItemId: number }[] }>(page, `Inventory/Get/${itemId}`))
    .inventoryItems;
  await page.setViewportSize(narrowest);
  for (const [place, shown] of [
    ["dashboard", word("W")],
    ["inventorylist?q=LONGWO", word("W")],
    [`viewitem/${itemId}`, word("g", 300)],
    [`item/${itemId}`, word("g", 300)],
    ["item/add", "Add item"],
    [`itemqrcode/${copy?.inventoryItemId}`, word("W")],
    [`labels?item=${itemId}`, word("W")],
    ["news", word("N")],
    [`editnews/${newsId}`, word("l", 300)],
    ["orderlist", word("S", 200)],
    [`orderdetails/${orderId}`, word("o", 600)],
    [`editorder/${orderId}`, word("W")],
    [`activity-log?kind=order&id=${orderId}`, word("T", 200)],
  ] as const) {
    await test.step(place, async () => {
      await page.goto(`/admin/${place}`);
      await expect(page.getByText(shown).first()).toBeAttached();
      for (const folded of await page.locator("details:not([open]) > summary").all()) await folded.click();
      await expectNoSidewaysScroll(page);
    });
  }

  await page.goto(`/admin/item/${itemId}`);
  await page.getByRole("button", { name: "Set inactive #LONGWO copy 1" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Set inactive" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.goto(`/admin/editorder/${orderId}`);
  await page.getByRole("button", { name: /^Choose a copy/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoSidewaysScroll(page);
});
