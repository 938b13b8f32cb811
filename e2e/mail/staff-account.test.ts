import type { APIRequestContext } from "@playwright/test";
import { callerAt } from "#e2e/steps/api.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { pressOn, typeOver } from "#e2e/steps/keyboard.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect } from "#e2e/test.ts";
import type { SmtpServer } from "#server/test/start-smtp-server.ts";
import { linksOf, mailTo, test } from "./mail-test.ts";

const password = "apples and pears";

/** Adds a colleague through the API; another journey covers the invitation. */
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

test("staff change their own email address and name", async ({ page, library, request, mailServer }) => {
  test.setTimeout(180_000);
  const { userName, emailAddress } = await aColleague({ library, request, mailServer }, "moved.shift390");
  const after = `after.${userName}@library.example`;
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
});
