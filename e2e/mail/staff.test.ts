import { TOTP } from "otpauth";
import { asClerk } from "#e2e/steps/as-clerk.ts";
import { logInHere } from "#e2e/steps/log-in.ts";
import { pressOn, typeOver } from "#e2e/steps/keyboard.ts";
import { callElsewhere } from "#e2e/steps/sessions.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect } from "#e2e/test.ts";
import { linksOf, mailTo, test } from "./mail-test.ts";

const password = "apples and pears";

test("a colleague accepts an emailed invitation, and gets help after losing two-step verification", async ({
  page,
  someoneElse,
  mailServer,
}) => {
  test.setTimeout(180_000);
  const userName = "colleague390";
  const address = `${userName}@library.example`;
  await page.setViewportSize({ width: 390, height: 844 });
  await asClerk(page);
  await expect(page.getByText("Choose your own password")).toBeVisible();
  await pressOn(page, page.getByRole("main").getByRole("link", { name: "Staff", exact: true }));
  const invite = async (to: string) => {
    await typeOver(page, page.getByLabel("Email address"), to);
    await page.keyboard.press("Enter");
    await toast(page, "Invitation sent.");
    await expect(page.getByRole("table", { name: "Open invitations" })).toContainText(to);
  };
  await invite(address);
  await invite("mistaken390@library.example");
  await pressOn(page, page.getByRole("button", { name: "Withdraw the invitation to mistaken390@library.example" }));
  await toast(page, "Invitation withdrawn.");
  await expect(page.getByRole("table", { name: "Open invitations" })).not.toContainText("mistaken");

  const invited = await someoneElse();
  await invited.setViewportSize({ width: 390, height: 844 });
  const [link = ""] = linksOf(
    await mailTo(mailServer, address, "Set up your staff account"),
    "/admin/login/invitation/",
  );
  await invited.goto(link);
  await expect(invited.getByText(`This account is for ${address}.`)).toBeVisible();
  await typeOver(invited, invited.getByLabel("Full name"), "Dolores Huerta");
  await typeOver(invited, invited.getByLabel("Username"), userName);
  await typeOver(invited, invited.getByLabel("Password", { exact: true }), password);
  await typeOver(invited, invited.getByLabel("Verify password", { exact: true }), password);
  await invited.keyboard.press("Enter");
  await toast(invited, "Your account is ready. Log in with it.");
  await expect(invited).toHaveURL(/\/admin\/login$/); // its form has the same labels
  await logInHere(invited, userName, password);
  await expect(invited).toHaveURL(/\/admin\/dashboard$/);
  await expect(invited.getByText("Choose your own password")).toBeHidden();

  // turns on two-step verification, and then loses the phone
  const { secret } = await callElsewhere<{ secret: string }>(invited, "GET Staff/NewTwoStep");
  const code = new TOTP({ secret }).generate();
  await callElsewhere(invited, "POST Staff/TurnOnTwoStep", { password, secret, code });
  await page.goto("/admin/staff");
  await pressOn(page, page.getByRole("link", { name: `Dolores Huerta (${userName})` }));
  await pressOn(page, page.getByRole("button", { name: "Remove two-step verification" }));
  await pressOn(page, page.getByRole("button", { name: "Remove", exact: true }));
  await toast(page, "Two-step verification removed.");
  await expect(page.getByRole("button", { name: "Remove two-step verification" })).toBeHidden();
  await mailTo(mailServer, address, "Two-step verification is off");
});
