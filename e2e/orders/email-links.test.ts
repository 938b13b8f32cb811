import type { Page } from "@playwright/test";
import { callerAt } from "#e2e/steps/api.ts";
import { tabOnTo, tabTo } from "#e2e/steps/keyboard.ts";
import { logInHere } from "#e2e/steps/log-in.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { expect } from "#e2e/test.ts";
import { aReader, linksOf, mailTo, test } from "#e2e/steps/mail.ts";

const password = "apples and pears";

type Title = { inventoryId: number; inStock: number };

/** Places an order, for which the library sends an email with a link. */
async function anOrder(address: string, userName: string): Promise<number> {
  const reader = await callerAt(address, { userName, password, userTypeId: 2 });
  const { searchInStockResults: titles } = await reader.ask<{ searchInStockResults: Title[] }>(
    "Inventory/GetInventoryBySearchParams?page=1&pageSize=18",
  );
  const title = titles.find(({ inStock }) => inStock > 2);
  const { data: cart } = await reader.tell<{ data: string }>(`Cart/AddItemToCart/${title?.inventoryId}/1/false`);
  return (await reader.tell<{ id: number }>(`Order/SaveOrder/0/${cart}`)).id;
}

const expectOrder = (page: Page, id: number) => expect(page.getByRole("heading", { level: 1 })).toContainText(`${id}`);

test("a link in an order email leads to the order after a login or a password reset", async ({
  page,
  request,
  library,
  mailServer,
  someoneElse,
}) => {
  test.setTimeout(180_000);
  const userName = "way.back";
  const { emailAddress } = await aReader(request, userName, password);
  const id = await anOrder(library.address, userName);
  const [link = ""] = linksOf(await mailTo(mailServer, emailAddress, `${id}`), "/user/vieworder/");

  await page.goto(link);
  await expect(page).toHaveURL(/\/user\/login\?next=/);
  await logInHere(page, userName, password);
  await expect(page).toHaveURL(new RegExp(`/user/vieworder/${id}`));
  await expectOrder(page, id);

  // after a reset, the link in the email leads to the order in another browser, too
  const forgetful = await someoneElse({ viewport: narrow });
  await forgetful.goto(link);
  await tabTo(forgetful, "link", "Reset password");
  await forgetful.keyboard.press("Enter");
  await tabTo(forgetful, "textbox", "User name or email address");
  await forgetful.keyboard.type(userName);
  await forgetful.keyboard.press("Enter");
  const [reset = ""] = linksOf(
    await mailTo(mailServer, emailAddress, "Choose a new password"),
    "/user/reset-password/",
  );
  const phone = await someoneElse({ viewport: narrow });
  await phone.goto(reset);
  for (const name of ["New password", "Verify password"]) {
    await tabOnTo(phone, phone.getByLabel(name, { exact: true }));
    await phone.keyboard.type("pears and plums");
  }
  await tabTo(phone, "button", "Save new password");
  await phone.keyboard.press("Enter");
  await tabOnTo(phone, phone.getByRole("link", { name: "Log In", exact: true }).last());
  await phone.keyboard.press("Enter");
  await expect(phone.getByLabel("Username")).toHaveValue(userName);
  await tabOnTo(phone, phone.getByLabel("Password", { exact: true }));
  await phone.keyboard.type("pears and plums");
  await phone.keyboard.press("Enter");
  await expectOrder(phone, id);
});
