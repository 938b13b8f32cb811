import type { Page } from "@playwright/test";
import { logIn } from "#e2e/steps/log-in.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect } from "#e2e/test.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { linksOf, mailTo, test } from "#e2e/steps/mail.ts";

const password = "apples and pears";

const toAccount = async (page: Page) => {
  await page.getByRole("link", { name: "Account", exact: true }).first().click();
  await expect(page.getByRole("table", { name: "Your logins" })).toBeVisible();
};

test("a borrower changes their email address with the password, and both addresses get an email", async ({
  page,
  library,
  mailServer,
}) => {
  const userName = "moving.school";
  await newBorrower(library.address, userName);
  const before = `${userName}@school.example`;
  const after = "moved@school.example";
  await logIn(page, "user", userName, password);
  await toAccount(page);
  await page.getByRole("button", { name: "Email me the link" }).click();
  const [link = ""] = linksOf(await mailTo(mailServer, before, "Confirm your email address"), "/user/confirm-email");
  // in a new tab, like one that a mail program opens: it's logged out and stays logged out
  const mailTab = await page.context().newPage();
  await mailTab.goto(link);
  await mailTab.getByRole("button", { name: "Confirm my email address" }).click();
  await expect(mailTab.getByText("Your email address is confirmed.")).toBeVisible();
  await expect(mailTab).toHaveURL(/\/user\/confirm-email$/);
  expect(await mailTab.evaluate(() => sessionStorage.getItem("token"))).toBeNull();

  await page.reload();
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
  const [again = ""] = linksOf(await mailTo(mailServer, after, "Confirm your email address"), "/user/confirm-email");
  expect(again).not.toBe(link);
});

test("a borrower resets a forgotten password through an emailed link", async ({ page, library, mailServer }) => {
  await page.setViewportSize(narrow);
  const userName = "forgetful";
  await newBorrower(library.address, userName);
  const emailAddress = `${userName}@school.example`;
  await page.goto("/user/login");
  await page.getByLabel("Username").fill(userName);
  await page.getByRole("link", { name: "Reset password" }).click();
  await expect(page).toHaveURL(/\/user\/reset-password$/);

  const field = page.getByLabel("User name or email address");
  await expect(field).toHaveValue(userName);
  const notice = page.getByText("If an account has this user name or email address, we’ve emailed it a link");
  for (const name of ["nobody.at.all", userName]) {
    await field.fill(name);
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(notice).toBeVisible();
    await expect(field).toHaveValue("");
  }

  const mail = await mailTo(mailServer, emailAddress, "Choose a new password");
  expect(mail.from?.text).toBe('"Lending Library" <library@library.example>');
  const [link = ""] = linksOf(mail, "/user/reset-password");
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

  await page.goto("/home"); // on the same page, the link would only scroll
  await page.goto(link);
  await expect(page.getByRole("alert").getByText("This reset link is no longer valid.")).toBeVisible();
  await page.getByRole("link", { name: "Send a new link" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Reset password" })).toBeVisible();
  await logIn(page, "user", userName, "50% off / #1!");
  await expect(page.getByRole("heading", { level: 1, name: "Welcome back Dolores Huerta!" })).toBeVisible();

  for (const secret of [link.slice(-43), "50%", "off / #1", "apples", emailAddress]) {
    expect(library.log()).not.toContain(secret);
  }
});

/** Returns the purpose that each field declares. */
const purposes = (page: Page) =>
  page
    .locator("main input:visible")
    .evaluateAll((fields) =>
      Object.fromEntries(
        fields.map((field) => [
          document.querySelector(`label[for="${CSS.escape(field.id)}"]`)?.textContent ?? field.id,
          field.getAttribute("autocomplete"),
        ]),
      ),
    );

test("browsers know the purpose of each field about a person, and may paste a password", async ({ page }) => {
  await page.goto("/user/register");
  await expect(page.getByLabel("Zip")).toBeVisible();
  expect(await purposes(page)).toEqual({
    Username: "username",
    Password: "new-password",
    "Verify password": "new-password",
    "Full name": "name",
    "Email address": "email",
    "Phone number": "tel",
    "School name": "organization",
    "School district": "off", // no purpose in WCAG's list
    Street: "street-address",
    City: "address-level2",
    State: "address-level1",
    Zip: "postal-code",
  });

  await page.goto("/user/login");
  await expect(page.getByLabel("Username")).toBeVisible();
  expect(await purposes(page)).toEqual({ Username: "username", Password: "current-password" });
  const password = page.getByLabel("Password", { exact: true });
  const mayPaste = await password.evaluate((field) =>
    field.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true })),
  );
  expect(mayPaste).toBe(true);
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
});
