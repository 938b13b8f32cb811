import type { Page } from "@playwright/test";
import { newBorrower } from "#e2e/steps/api.ts";
import { tabOnTo, tabTo } from "#e2e/steps/keyboard.ts";
import { placeOrder } from "#e2e/steps/orders.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { logInHere } from "#e2e/steps/log-in.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { expect } from "#e2e/test.ts";
import { linksOf, mailTo, test } from "#e2e/steps/mail.ts";

const expectOrder = (page: Page, id: number) => expect(page.getByRole("heading", { level: 1 })).toContainText(`${id}`);

test("a link in an order email leads to the order after a login or a password reset", async ({
  page,
  library,
  mailServer,
  someoneElse,
}) => {
  const userName = "way.back";
  const emailAddress = `${userName}@school.example`;
  const { id: titleId } = await stock(await clerkOf(library.address), { title: "Ordered by email", sku: "EMLINK" });
  const id = await placeOrder(await newBorrower(library.address, userName), [titleId]);
  const [link = ""] = linksOf(await mailTo(mailServer, emailAddress, `${id}`), "/user/vieworder/");

  await page.goto(link);
  await expect(page).toHaveURL(/\/user\/login\?next=/);
  await logInHere(page, userName, "apples and pears");
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
  const [reset = ""] = linksOf(await mailTo(mailServer, emailAddress, "Choose a new password"), "/user/reset-password");
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
