import { logIn } from "#e2e/steps/log-in.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { expect } from "#e2e/test.ts";
import { aReader, linksOf, mailTo, test } from "./mail-test.ts";

test("a borrower resets a forgotten password through an emailed link", async ({
  page,
  request,
  library,
  mailServer,
}) => {
  test.setTimeout(180_000);
  await page.setViewportSize(narrow);
  const userName = "forgetful";
  const { emailAddress } = await aReader(request, userName, "apples and pears");
  await page.goto("/user/login");
  await page.getByRole("link", { name: "Reset password" }).click();
  await expect(page).toHaveURL(/\/user\/reset-password$/);

  const field = page.getByLabel("User name or email address");
  const notice = page.getByText("If an account has this user name or email address, we’ve emailed it a link");
  for (const name of ["nobody.at.all", userName]) {
    await field.fill(name);
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(notice).toBeVisible();
    await expect(field).toHaveValue("");
  }

  const mail = await mailTo(mailServer, emailAddress, "Choose a new password");
  expect(mail.from?.text).toBe('"Lending Library" <library@library.example>');
  const [link = ""] = linksOf(mail, "/user/reset-password/");
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1, name: "Choose a new password" })).toBeVisible();
  const [password, verify] = [
    page.getByLabel("New password", { exact: true }),
    page.getByLabel("Verify password", { exact: true }),
  ];
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByText("** New Password is required.").first()).toBeVisible();
  await password.fill("50% off / #1!");
  await verify.fill("something else");
  await expect(page.getByText("Passwords must match.").first()).toBeVisible();
  for (const box of [password, verify]) await box.fill("short");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByText("Password must be at least 8 characters.").first()).toBeVisible();
  for (const box of [password, verify]) await box.fill("50% off / #1!");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByText("Your password has been changed. Log in with the new one.")).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole("alert").getByText("This reset link is no longer valid.")).toBeVisible();
  await page.getByRole("link", { name: "Send a new link" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Reset password" })).toBeVisible();
  await logIn(page, "user", userName, "50% off / #1!");
  await expect(page.getByRole("heading", { level: 1, name: "Welcome back Dolores Huerta-Lindqvist!" })).toBeVisible();

  for (const secret of [link.slice(-43), "50%", "off / #1", "apples", emailAddress]) {
    expect(library.log()).not.toContain(secret);
  }
});
