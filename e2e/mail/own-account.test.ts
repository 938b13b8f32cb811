import type { Page } from "@playwright/test";
import { logIn } from "#e2e/steps/log-in.ts";
import { wide } from "#e2e/steps/screens.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect } from "#e2e/test.ts";
import { aReader, linksOf, mailTo, test } from "./mail-test.ts";

const password = "apples and pears";

const toAccount = async (page: Page) => {
  await page.setViewportSize(wide); // the menu needs a wide screen
  await page.getByRole("link", { name: "Account", exact: true }).first().click();
  await expect(page.getByRole("table", { name: "Your logins" })).toBeVisible();
};

test("a borrower changes their email address with the password, and both addresses get an email", async ({
  page,
  request,
  mailServer,
}) => {
  test.setTimeout(180_000);
  const userName = "moving.school";
  const { emailAddress: before } = await aReader(request, userName, password);
  const after = "moved@school.example";
  await page.setViewportSize(wide);
  await logIn(page, "user", userName, password);
  await toAccount(page);
  await page.getByRole("button", { name: "Email me the link" }).click();
  const [link = ""] = linksOf(await mailTo(mailServer, before, "Confirm your email address"), "/user/confirm-email/");
  await page.goto(link);
  await page.getByRole("button", { name: "Confirm my email address" }).click();
  await expect(page.getByText("Your email address is confirmed.")).toBeVisible();

  await toAccount(page);
  await expect(page.getByText("Please confirm your email address.")).toBeHidden();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const currentPassword = page.getByLabel("Current password", { exact: true });
  await expect(currentPassword).toBeHidden();
  await page.getByLabel("Email address", { exact: true }).fill(after);
  await expect(currentPassword).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Current password is required.").first()).toBeVisible();
  await currentPassword.fill("oranges and lemons");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Current password is incorrect.").first()).toBeVisible();
  await currentPassword.fill(password);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await toast(page, "Updated.");
  await expect(page.getByText(after, { exact: true })).toBeVisible();
  await expect(page.getByText("Please confirm your email address.")).toBeVisible();

  const notice = await mailTo(mailServer, before, "Your email address was changed");
  expect(String(notice.html)).not.toContain(after);
  const [again = ""] = linksOf(await mailTo(mailServer, after, "Confirm your email address"), "/user/confirm-email/");
  expect(again).not.toBe(link);
});
