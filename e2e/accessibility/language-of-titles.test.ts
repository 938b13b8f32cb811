import type { Page } from "@playwright/test";
import { asClerk } from "#e2e/steps/as-clerk.ts";
import { logIn } from "#e2e/steps/log-in.ts";
import { orderOf } from "#e2e/steps/ordering.ts";
import { asked, sent } from "#e2e/steps/stocking.ts";
import { expect, test } from "#e2e/test.ts";

const names = { en: "Growing up slowly", es: "El jardín de la maestra" };

/** The language of every place on the page that shows the title on its own; there is at least one. */
async function expectIn(page: Page, code: keyof typeof names): Promise<void> {
  await expect(page.getByText(names[code], { exact: true }).first()).toBeAttached();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  for (const folded of await page.locator("details:not([open]) > summary").all()) await folded.click();
  const languages = await page.evaluate((name) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.textContent?.trim() !== name) continue;
      const of = text.parentElement?.closest("[lang]")?.getAttribute("lang");
      found.push(`${of} in ${text.parentElement?.outerHTML}`);
    }
    return found;
  }, names[code]);
  expect(languages.filter((place) => !place.startsWith(`${code} `))).toEqual([]);
}

test("a title is read in its own language wherever it is shown (WCAG 3.1.2)", async ({
  page,
  someoneElse,
  library,
}) => {
  test.setTimeout(180_000);
  await asClerk(page);
  const add = (language: keyof typeof names) =>
    sent(page, "Inventory/AddReferenceNumber", {
      title: names[language],
      language,
      referenceNumber: `LANG${language}`,
      description: "About it.",
      categoryId: 1,
      subjectId: 1,
      gradeId: 1,
      tags: "",
      copies: 3,
    });
  const ids = { en: (await add("en")).id, es: (await add("es")).id };

  const borrower = await someoneElse();
  const ownOrder = await orderOf(library.address, ids.en, "lee.en.voz.alta");
  await logIn(borrower, "user", "lee.en.voz.alta", "apples and pears");
  const { data: cart } = await sent<string>(borrower, `Cart/AddItemToCart/${ids.en}/1/false`);
  await borrower.evaluate((identifier) => sessionStorage.setItem("cartIdentifier", identifier), cart);
  await borrower.context().addCookies([{ name: "language", value: "es", url: library.address }]);
  for (const path of ["inventories/LANGen", `viewitem/${ids.en}`, "cartitems", `confirmation/${ownOrder}`]) {
    await borrower.goto(`/user/${path}`);
    await expect(borrower.locator("html")).toHaveAttribute("lang", "es");
    await expectIn(borrower, "en");
  }
  await borrower.goto(`/user/viewitem/${ids.en}`);
  await expect(borrower.getByText("About it.", { exact: true })).toHaveAttribute("lang", "en");
  await borrower.goto("/user/login");
  await borrower.locator('a[href^="/user/orderlist/"]').first().click();
  await expectIn(borrower, "en");

  const orderId = await orderOf(library.address, ids.es, "reads.aloud");
  const { inventoryItems } = await asked<{ inventoryItems: { inventoryItemId: number }[] }>(
    page,
    `Inventory/Get/${ids.es}`,
  );
  for (const path of [
    "dashboard",
    "inventorylist?q=LANGes",
    `viewitem/${ids.es}`,
    `item/${ids.es}`,
    `itemqrcode/${inventoryItems[0]?.inventoryItemId}`,
    `labels?item=${ids.es}`,
    "orderlist",
    `orderdetails/${orderId}`,
    `editorder/${orderId}`,
  ]) {
    await test.step(path, async () => {
      await page.goto(`/admin/${path}`);
      await expectIn(page, "es");
    });
  }
});
