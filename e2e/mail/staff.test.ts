import { TOTP } from "otpauth";
import { asClerk } from "#e2e/steps/as-clerk.ts";
import { logInHere } from "#e2e/steps/log-in.ts";
import { onBothScreens } from "#e2e/steps/screens.ts";
import { callElsewhere } from "#e2e/steps/sessions.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, expectAccessible } from "#e2e/test.ts";
import { linksOf, mailTo, test } from "./mail-test.ts";

const address = "colleague@library.example";
const [userName, password] = ["colleague", "apples and pears"];

test("a colleague is invited by email, sets up an account, logs in, and is helped after losing the second step", async ({
  page,
  someoneElse,
  mailServer,
}) => {
  test.setTimeout(180_000);
  await asClerk(page);
  await expect(page.getByText("Choose your own password")).toBeVisible();
  await page.getByRole("link", { name: "Staff", exact: true }).click();
  await page.getByLabel("Email address").fill(address);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await toast(page, "Invitation sent.");
  await expect(page.getByRole("table", { name: "Open invitations" })).toContainText(address);
  await onBothScreens(page, () => expectAccessible(page));

  const invited = await someoneElse();
  const [link = ""] = linksOf(
    await mailTo(mailServer, address, "Set up your staff account"),
    "/admin/login/invitation/",
  );
  await invited.goto(link);
  await expect(invited.getByText(`For ${address}.`)).toBeVisible();
  await onBothScreens(invited, () => expectAccessible(invited));
  await invited.getByLabel("Full name").fill("Dolores Huerta");
  await invited.getByLabel("Username").fill(userName);
  await invited.getByLabel("Password", { exact: true }).fill(password);
  await invited.getByLabel("Verify password", { exact: true }).fill(password);
  await invited.getByRole("button", { name: "Create account" }).click();
  await toast(invited, "Your account is ready. Log in with it.");
  await expect(invited).toHaveURL(/\/admin\/login$/); // its form has the same labels
  await logInHere(invited, userName, password);
  await expect(invited).toHaveURL(/\/admin\/dashboard$/);
  await expect(invited.getByText("Choose your own password")).toBeHidden();

  // with a second step, and then without the phone
  const { secret } = await callElsewhere<{ secret: string }>(invited, "GET Staff/NewSecondStep");
  const code = new TOTP({ secret }).generate();
  await callElsewhere(invited, "POST Staff/TurnOnSecondStep", { password, secret, code });
  await page.goto("/admin/staff");
  await page.getByRole("link", { name: `Dolores Huerta (${userName})` }).click();
  await onBothScreens(page, () => expectAccessible(page));
  await page.getByRole("button", { name: "Remove second step" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await toast(page, "Second step removed.");
  await expect(page.getByRole("button", { name: "Remove second step" })).toBeHidden();
  await mailTo(mailServer, address, "The second step of your login was turned off");
});
