import { TOTP } from "otpauth";
import { asClerk, clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { logIn, logInHere } from "#e2e/steps/log-in.ts";
import { pressOn, typeOver } from "#e2e/steps/keyboard.ts";
import { administrator } from "#e2e/library.ts";
import { openFromMenu } from "#e2e/steps/staff-menu.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect } from "#e2e/test.ts";
import { linksOf, mailTo, test } from "#e2e/steps/mail.ts";
import { type Caller, callerAt, newBorrower } from "#e2e/steps/api.ts";
import type { SmtpServer } from "#server/test/start-smtp-server.ts";
import { placeOrder } from "#e2e/steps/orders.ts";
import { moveTo, narrow, wide } from "#e2e/steps/screens.ts";

const password = "apples and pears";

test("a colleague accepts an emailed invitation, and gets help after losing the phone for two-step verification", async ({
  page,
  library,
  someoneElse,
  mailServer,
}) => {
  const userName = "new.colleague";
  const address = `${userName}@library.example`;
  await page.setViewportSize(narrow);
  await asClerk(page);
  await expect(page.getByText("Choose your own password")).toBeVisible();
  await openFromMenu(page, "Office", "Staff");
  const invite = async (to: string) => {
    await typeOver(page, page.getByLabel("Email address"), to);
    await typeOver(page, page.getByLabel("Your password", { exact: true }), administrator.password);
    await page.keyboard.press("Enter");
    await toast(page, "Invitation sent.");
    await expect(page.getByRole("table", { name: "Open invitations" })).toContainText(to);
  };
  await invite(address);
  await invite("mistaken@library.example");
  await pressOn(page, page.getByRole("button", { name: "Withdraw the invitation to mistaken@library.example" }));
  await toast(page, "Invitation withdrawn.");
  await expect(page.getByRole("table", { name: "Open invitations" })).not.toContainText("mistaken");

  const colleaguePage = await someoneElse();
  await colleaguePage.setViewportSize(narrow);
  const [link = ""] = linksOf(
    await mailTo(mailServer, address, "Set up your staff account"),
    "/admin/login/invitation",
  );
  await colleaguePage.goto(link);
  await expect(colleaguePage.getByText(`This account is for ${address}.`)).toBeVisible();
  await typeOver(colleaguePage, colleaguePage.getByLabel("Full name"), "Dolores Huerta");
  await typeOver(colleaguePage, colleaguePage.getByLabel("Username"), userName);
  await typeOver(colleaguePage, colleaguePage.getByLabel("Password", { exact: true }), password);
  await typeOver(colleaguePage, colleaguePage.getByLabel("Verify password", { exact: true }), password);
  await colleaguePage.keyboard.press("Enter");
  await toast(colleaguePage, "Your account is ready. Log in with it.");
  await expect(colleaguePage).toHaveURL(/\/admin\/login$/); // its form has the same labels
  await logInHere(colleaguePage, userName, password);
  await expect(colleaguePage).toHaveURL(/\/admin\/dashboard$/);
  await expect(colleaguePage.getByText("Choose your own password")).toBeHidden();

  // turns on two-step verification, and then loses the phone
  const colleague = await callerAt(library.address, { userName, password, userTypeId: 1 });
  const { secret } = await colleague.ask<{ secret: string }>("Staff/NewTwoStep");
  await colleague.tell("Staff/TurnOnTwoStep", { password, secret, code: new TOTP({ secret }).generate() });
  await page.goto("/admin/staff");
  await pressOn(page, page.getByRole("link", { name: `Dolores Huerta (${userName})` }));
  await pressOn(page, page.getByRole("button", { name: "Remove two-step verification" }));
  await typeOver(page, page.getByLabel("Your password", { exact: true }), administrator.password);
  await pressOn(page, page.getByRole("button", { name: "Remove", exact: true }));
  await toast(page, "Two-step verification removed.");
  await expect(page.getByRole("button", { name: "Remove two-step verification" })).toBeHidden();
  await mailTo(mailServer, address, "Two-step verification is off");
});

/** Adds a colleague through the API; another journey covers the invitation. */
async function aColleague(address: string, mailServer: SmtpServer, userName: string, role: string): Promise<Caller> {
  const emailAddress = `${userName}@library.example`;
  const clerk = await clerkOf(address);
  await clerk.tell("Staff/Invite", { emailAddress, role, password: administrator.password });
  const mail = await mailTo(mailServer, emailAddress, "Set up your staff account");
  const [link = ""] = linksOf(mail, "/admin/login/invitation");
  const colleague = { name: "Dolores Huerta", userName, password, confirmPassword: password };
  await clerk.tell("Staff/AcceptInvitation", { ...colleague, token: link.split("#")[1] });
  return callerAt(address, { userName, password, userTypeId: 1 });
}

test("staff change their own email address and name", async ({ page, library, mailServer }) => {
  const colleague = await aColleague(library.address, mailServer, "moved.shift", "manager");
  const [emailAddress, after] = ["moved.shift@library.example", "moved@library.example"];
  const button = (name: string) => page.getByRole("main").getByRole("button", { name, exact: true });
  await page.setViewportSize(narrow);
  await colleague.enter(page);
  await page.goto("/admin/account");
  await pressOn(page, button("Change email address"));
  await typeOver(page, page.getByLabel("Email address", { exact: true }), after);
  await typeOver(page, page.getByLabel("Your password", { exact: true }), "oranges and lemons");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Current password is incorrect.").first()).toBeVisible();
  await typeOver(page, page.getByLabel("Your password", { exact: true }), password);
  await page.keyboard.press("Enter");
  await toast(page, "Updated.");
  await expect(page.getByText(after)).toBeVisible();
  await expect(page.locator("main :focus")).toHaveCount(1);
  for (const address of [emailAddress, after]) await mailTo(mailServer, address, "Your email address was changed");

  await pressOn(page, button("Change name"));
  await typeOver(page, page.getByLabel("Full name", { exact: true }), "Dolores Reyes");
  await page.keyboard.press("Enter");
  await toast(page, "Updated.");
  await expect(page.getByRole("definition").filter({ hasText: "Dolores Reyes" })).toBeVisible();

  await pressOn(page, page.getByRole("button", { name: "Menu" }));
  const menu = page.getByRole("navigation", { name: "Main" });
  await expect(menu.getByRole("link", { name: "Dolores Reyes" })).toBeVisible();
  await pressOn(page, menu.getByRole("button", { name: "Log Out" }));
  await expect(page).toHaveURL("/admin/login");
});

test("a volunteer can only pack, until a manager makes them a clerk", async ({
  page,
  someoneElse,
  library,
  mailServer,
}) => {
  const [sku, userName] = ["RL101", "val.ortega"];
  const title = await stock(await clerkOf(library.address), { title: "A title to pack", sku });
  const orderId = await placeOrder(await newBorrower(library.address, "roles.reader"), [title.id]);
  await aColleague(library.address, mailServer, userName, "volunteer");

  const val = await someoneElse();
  const refusals: string[] = [];
  val.on("response", (response) => {
    if (response.status() === 403) refusals.push(response.url());
  });
  await val.setViewportSize(wide);
  await logIn(val, "admin", userName, password);
  const menu = val.getByRole("navigation", { name: "Main" }).getByRole("link");
  await expect(menu).toHaveText(["Dashboard", "Inventory", "Orders", "Returns", "Dolores Huerta"]);
  await expect(val.getByRole("list", { name: "Today’s work" }).getByRole("link")).toHaveText([
    /^New Orders/,
    /^Pack/,
    "Check in",
  ]);
  await expect(val.getByRole("main").getByRole("link", { name: "Add New" })).toHaveCount(0);

  await val.setViewportSize(narrow);
  await val.goto(`/admin/orderdetails/${orderId}`);
  await val.getByRole("link", { name: "Pack", exact: true }).click();
  await val.getByRole("button", { name: "Check-out 1 copy of A title to pack" }).click();
  await expect(val.getByText(`#${sku} copy 1`).first()).toBeVisible();
  await expect(val.getByRole("radio", { name: "Shipped" })).toHaveCount(0);
  await expect(val.getByRole("button", { name: "Cancel order" })).toHaveCount(0);

  const opens = async (path: string) => {
    const before = await val.title();
    await moveTo(val, `/admin/${path}`);
    await expect(val).not.toHaveTitle(before);
    await expect(val.locator("[aria-busy=true], [data-progress]")).toHaveCount(0);
    await expect(val).toHaveURL(new RegExp(`/admin/${path}$`));
  };
  const volunteersPages = ["packing", "returns", "inventorylist", "inventory-count", "account"];
  for (const path of [...volunteersPages, `viewitem/${title.id}`, "orderlist"]) await opens(path);
  await expect(val.getByRole("link", { name: "Print for these orders" })).toBeVisible();
  await expect(val.getByRole("button", { name: /Send reminders|Renew/ })).toHaveCount(0);
  const works = val.getByRole("navigation", { name: "Orders by work" });
  await expect(works.getByRole("link", { name: /^To pack \d/ })).toBeVisible();
  await expect(works.getByRole("link", { name: /^(?:To ship|Overdue)/ })).toHaveCount(0);
  expect(refusals, "calls by a volunteer's screens").toEqual([]);

  await val.goto("/admin/staff");
  await toast(val, "You do not have access to the requested page");
  await expect(val).toHaveURL(/\/admin\/dashboard$/);

  await asClerk(page, "/admin/staff");
  await page.getByRole("link", { name: userName }).click();
  // wait for the page, because the list before it also has a Clerk option
  await expect(page.getByRole("heading", { level: 1, name: "Dolores Huerta" })).toBeVisible();
  await page.getByRole("button", { name: "Change role" }).click();
  await page.getByLabel("Clerk").check();
  await page.getByLabel("Your password", { exact: true }).fill(administrator.password);
  await page.getByRole("button", { name: "Save role" }).click();
  await toast(page, "Role changed.");
  await val.reload();
  await expect(val).toHaveURL(/\/admin\/login/);
  await logIn(val, "admin", userName, password);
  await val.goto(`/admin/editorder/${orderId}`);
  await expect(val.getByRole("radio", { name: "Shipped" })).toBeVisible();
  for (const path of ["dashboard", "borrowers", "problems", "at-risk", "mail", "activity-log", "import", "labels"])
    await opens(path);
  expect(refusals, "calls by a clerk's screens").toEqual([]);
});
