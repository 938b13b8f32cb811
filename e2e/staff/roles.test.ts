import { linksOf, mailTo, test } from "#e2e/mail/mail-test.ts";
import { callerAt } from "#e2e/steps/api.ts";
import { asClerk, clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { logIn } from "#e2e/steps/log-in.ts";
import { orderOf } from "#e2e/steps/ordering.ts";
import { narrow, wide } from "#e2e/steps/screens.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect } from "#e2e/test.ts";

const password = "apples and pears";

test("a manager invites a volunteer, who can only pack, and then makes them a clerk", async ({
  page,
  someoneElse,
  library,
  request,
  mailServer,
}) => {
  const screen = narrow;
  const [sku, userName, address] = ["RL390", "val390", "val390@library.example"];
  test.setTimeout(180_000);
  const title = await stock(await clerkOf(library.address), { title: "A title to pack 390", sku });
  const orderId = await orderOf(library.address, title.id, "roles.reader390");

  await page.setViewportSize(screen);
  await asClerk(page, "/admin/staff");
  await page.getByLabel("Email address").fill(address);
  await page.getByLabel("Volunteer").check();
  await page.getByRole("button", { name: "Send invitation" }).click();
  await toast(page, "Invitation sent.");
  await expect(page.getByRole("row", { name: new RegExp(`${address}.* Volunteer`) })).toBeVisible();

  const mail = await mailTo(mailServer, address, "Set up your staff account");
  const [link = ""] = linksOf(mail, "/admin/login/invitation/");
  const data = { name: "Val Ortega", userName, password, confirmPassword: password };
  await request.post(`/api/Staff/AcceptInvitation/${link.split("/").at(-1)}`, { data });

  const val = await someoneElse();
  const refused: string[] = [];
  val.on("response", (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  await val.setViewportSize(wide);
  await logIn(val, "admin", userName, password);
  const menu = val.getByRole("navigation", { name: "Main" }).getByRole("link");
  await expect(menu).toHaveText(["Dashboard", "Inventory", "Orders", "Val Ortega"]);
  await expect(
    val.getByRole("main").getByRole("link", { name: /Staff|Site content|Activity log|Add New/ }),
  ).toHaveCount(0);

  await val.setViewportSize(screen);
  await val.goto(`/admin/orderdetails/${orderId}`);
  await val.getByRole("link", { name: "Pack", exact: true }).click();
  await val.getByRole("button", { name: "Check-out 1 copy of A title to pack 390" }).click();
  await expect(val.getByText(`#${sku} copy 1`).first()).toBeVisible();
  await expect(val.getByRole("radio", { name: "Shipped" })).toHaveCount(0);
  await expect(val.getByRole("button", { name: "Cancel order" })).toHaveCount(0);

  const opens = async (path: string) => {
    await val.goto(`/admin/${path}`);
    await expect(val.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(val.locator("[aria-busy=true], [data-progress]")).toHaveCount(0);
    await expect(val).toHaveURL(new RegExp(`/admin/${path}$`));
  };
  for (const path of [
    "orderlist",
    "packing",
    "returns",
    "inventorylist",
    "inventory-count",
    `viewitem/${title.id}`,
    "account",
  ])
    await opens(path);
  await val.goto("/admin/orderlist");
  await expect(val.getByRole("link", { name: "Print for these orders" })).toBeVisible();
  await expect(val.getByRole("button", { name: /Send reminders|Renew/ })).toHaveCount(0);
  expect(refused, "calls by a volunteer's screens").toEqual([]);

  await val.goto("/admin/staff");
  await toast(val, "You do not have access to the requested page");
  await expect(val).toHaveURL(/\/admin\/dashboard$/);

  await page.setViewportSize(screen);
  await page.reload();
  await page.getByRole("link", { name: userName }).click();
  // wait for the page, because the list before it also has a Clerk option
  await expect(page.getByRole("heading", { level: 1, name: "Val Ortega" })).toBeVisible();
  await page.getByLabel("Clerk").check();
  await page.getByRole("button", { name: "Save role" }).click();
  await toast(page, "Role changed.");
  await val.reload();
  await expect(val).toHaveURL(/\/admin\/login/);
  await logIn(val, "admin", userName, password);
  await val.goto(`/admin/editorder/${orderId}`);
  await expect(val.getByRole("radio", { name: "Shipped" })).toBeVisible();
  for (const path of ["dashboard", "borrowers", "claims", "inspection", "mail", "activity-log", "import", "labels"])
    await opens(path);
  expect(refused, "calls by a clerk's screens").toEqual([]);
  const clerk = await callerAt(library.address, { userName, password, userTypeId: 1 });
  expect((await clerk.send("Staff/GetStaff")).status).toBe(403);
});
