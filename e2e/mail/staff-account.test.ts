import type { APIRequestContext, Page } from "@playwright/test";
import { callerAt } from "#e2e/steps/api.ts";
import { asClerk, clerkOf } from "#e2e/steps/as-clerk.ts";
import { pressOn, typeOver } from "#e2e/steps/keyboard.ts";
import { logIn } from "#e2e/steps/log-in.ts";
import { wide } from "#e2e/steps/screens.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, expectAccessible } from "#e2e/test.ts";
import type { SmtpServer } from "#server/test/start-smtp-server.ts";
import { linksOf, mailTo, test } from "./mail-test.ts";

const password = "apples and pears";

/** A colleague with an account; the invitation has its own journey. */
async function aColleague(
  {
    library,
    request,
    mailServer,
  }: { library: { address: string }; request: APIRequestContext; mailServer: SmtpServer },
  userName: string,
) {
  const emailAddress = `${userName}@library.example`;
  await (await clerkOf(library.address)).tell("Staff/Invite", { emailAddress, role: "manager" });
  const mail = await mailTo(mailServer, emailAddress, "Set up your staff account");
  const [link = ""] = linksOf(mail, "/admin/login/invitation/");
  const answer = await request.post(`/api/Staff/AcceptInvitation/${link.split("/").at(-1)}`, {
    data: { name: "Dolores Huerta", userName, password, confirmPassword: password },
  });
  expect(await answer.json()).toMatchObject({ isSuccess: true });
  return { userName, emailAddress };
}

test("staff change their own email address, and choose a new password by an email to it, by keyboard, at 390 px", async ({
  page,
  library,
  request,
  mailServer,
}) => {
  test.setTimeout(180_000);
  const { userName, emailAddress } = await aColleague({ library, request, mailServer }, "moved.shift390");
  const [after, chosen] = [`after.${userName}@library.example`, "a song of plums"];
  const button = (name: string) => page.getByRole("main").getByRole("button", { name, exact: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await (await callerAt(library.address, { userName, password, userTypeId: 1 })).enter(page);
  await page.goto("/admin/account");
  await pressOn(page, button("Change email address"));
  await typeOver(page, page.getByLabel("Email address", { exact: true }), after);
  await typeOver(page, page.getByLabel("Current password", { exact: true }), "oranges and lemons");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Current password is incorrect.").first()).toBeVisible();
  await typeOver(page, page.getByLabel("Current password", { exact: true }), password);
  await page.keyboard.press("Enter");
  await toast(page, "Updated.");
  await expect(page.getByText(after)).toBeVisible();
  await expect(page.locator("main :focus")).toHaveCount(1);
  for (const address of [emailAddress, after]) await mailTo(mailServer, address, "Your email address was changed");

  await pressOn(page, button("Change name"));
  await typeOver(page, page.getByLabel("Full name", { exact: true }), "Dolores 390");
  await page.keyboard.press("Enter");
  await toast(page, "Updated.");
  await expect(page.getByRole("definition").filter({ hasText: "Dolores 390" })).toBeVisible();

  await pressOn(page, page.getByRole("button", { name: "Menu" }));
  const menu = page.getByRole("navigation", { name: "Main" });
  await expect(menu.getByRole("link", { name: "Dolores 390" })).toBeVisible();
  await pressOn(page, menu.getByRole("button", { name: "Log Out" }));
  await expect(page).toHaveURL("/admin/login");
  await pressOn(page, page.getByRole("main").getByRole("link", { name: "Reset password" }));
  await typeOver(page, page.getByLabel("User name or email address"), after);
  await page.keyboard.press("Enter");
  const [link = ""] = linksOf(await mailTo(mailServer, after, "Choose a new password"), "/user/reset-password/");
  await page.goto(link);
  for (const name of ["New password", "Verify password"])
    await typeOver(page, page.getByLabel(name, { exact: true }), chosen);
  await page.keyboard.press("Enter");
  await pressOn(page, page.getByRole("main").getByRole("link", { name: "Log In" }));
  await expect(page.getByLabel("Username")).toHaveValue(userName);
  await typeOver(page, page.getByLabel("Password", { exact: true }), chosen);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
});

const isLoggedOut = async (page: Page) => {
  await page.reload();
  await expect(page).toHaveURL(/\/admin\/login/);
};

test("staff end a colleague's sessions, disable the account, and enable it again, by keyboard at 1280 px", async ({
  page,
  someoneElse,
  library,
  request,
  mailServer,
}) => {
  test.setTimeout(180_000);
  const { userName } = await aColleague({ library, request, mailServer }, "night.shift1280");
  const colleague = await someoneElse();
  await logIn(colleague, "admin", userName, password);
  await page.setViewportSize({ width: 1280, height: 844 });
  await asClerk(page, "/admin/staff");
  await pressOn(page, page.getByRole("link", { name: new RegExp(userName) }));
  await pressOn(page, page.getByRole("button", { name: /^End the session on/ }));
  await toast(page, "Session ended.");
  await expect(page.getByText("Not logged in anywhere.")).toBeVisible();
  await isLoggedOut(colleague);

  const another = await someoneElse();
  for (const tab of [colleague, another]) await logIn(tab, "admin", userName, password);
  await page.reload();
  await pressOn(page, page.getByRole("button", { name: "End all 2 sessions" }));
  await toast(page, "Sessions ended.");
  for (const tab of [colleague, another]) await isLoggedOut(tab);

  await logIn(colleague, "admin", userName, password);
  await pressOn(page, page.getByRole("button", { name: "Disable account" }));
  const sure = page.getByRole("alertdialog", { name: `Disable ${userName}?` });
  await expect(sure).toBeVisible();
  await expectAccessible(page);
  await pressOn(page, sure.getByRole("button", { name: "Disable", exact: true }));
  await toast(page, "Account disabled.");
  await expect(page.getByText("Disabled", { exact: true })).toBeVisible();
  await isLoggedOut(colleague);
  await colleague.getByLabel("Username").fill(userName);
  await colleague.getByLabel("Password", { exact: true }).fill(password);
  await colleague.keyboard.press("Enter");
  await expect(colleague.getByText("Invalid username/password!").first()).toBeVisible();

  await pressOn(page, page.getByRole("button", { name: "Enable account" }));
  await toast(page, "Account enabled.");
  await logIn(colleague, "admin", userName, password);
  await expect(colleague).toHaveURL(/\/admin\/dashboard$/);
});

test("staff change their own password, and find it in the security trail, by keyboard at 1280 px", async ({
  page,
  someoneElse,
  library,
  request,
  mailServer,
}) => {
  test.setTimeout(180_000);
  const { userName, emailAddress } = await aColleague({ library, request, mailServer }, "early.shift1280");
  const elsewhere = await someoneElse();
  await logIn(elsewhere, "admin", userName, password);
  await page.setViewportSize({ width: 1280, height: 844 });
  await logIn(page, "admin", userName, password);
  await pressOn(page, page.getByRole("main").getByRole("link", { name: "Your account" }));
  await pressOn(page, page.getByRole("button", { name: "Change password" }));
  await typeOver(page, page.getByLabel("Current password", { exact: true }), "oranges and lemons");
  await typeOver(page, page.getByLabel("New password", { exact: true }), "a song of plums");
  await typeOver(page, page.getByLabel("Verify new password", { exact: true }), "a song of plums");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Current password is incorrect.").first()).toBeVisible();
  await typeOver(page, page.getByLabel("Current password", { exact: true }), password);
  await page.keyboard.press("Enter");
  await toast(page, "Password changed");
  await mailTo(mailServer, emailAddress, "Your password was changed");
  await isLoggedOut(elsewhere);

  await page.setViewportSize(wide); // the trail has its own look at both
  await page.goto("/admin/staff");
  await page.getByRole("link", { name: "Security" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Security" })).toBeVisible();
  await page.getByRole("searchbox", { name: "User name" }).fill(userName);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page).toHaveURL(`/admin/security?user=${userName}`);
  const events = page.getByRole("table", { name: "Security events, newest first" });
  for (const what of [/^Password changed/, /^Wrong user name or password/, /^Login/])
    await expect(events.getByRole("rowheader", { name: what }).first()).toBeVisible();
  await expect(events).not.toContainText("oranges");
  await page.setViewportSize(wide); // where it is a table
  await page.getByLabel("What", { exact: true }).selectOption("Password changed");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(events.getByRole("row")).toHaveCount(2);
  await page.getByRole("searchbox", { name: "User name" }).fill("nobody.at.all");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByText("No events match these filters.")).toBeVisible();
});
