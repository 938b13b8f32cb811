import { asClerk, clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { administrator } from "#e2e/library.ts";
import { logIn } from "#e2e/steps/log-in.ts";
import { narrow, wide } from "#e2e/steps/screens.ts";
import { expect } from "#e2e/test.ts";
import { aReader, linksOf, mailTo, test } from "./mail-test.ts";

test("staff see a refused email, resend it, and turn its type off, by pointer at 390 px", async ({
  page,
  request,
  library,
  mailServer,
}) => {
  test.setTimeout(180_000);
  const clerk = await clerkOf(library.address);
  await page.setViewportSize(narrow);
  const { emailAddress } = await aReader(request, "refused.pointer", "apples and pears");
  mailServer.manners.reader = 550;
  await request.post(`/api/Account/RequestResetPassword/${emailAddress}`);
  await asClerk(page);
  const notSent = page.getByRole("link", { name: /^Mail \(\d+ not sent\)$/ });
  await expect(async () => {
    // an email of another journey may be refused before this one
    const dead = await clerk.ask<{ toAddress: string }[]>("Mail/GetMails?state=dead");
    expect(dead.map(({ toAddress }) => toAddress)).toContain(emailAddress);
    await page.reload();
    await expect(notSent).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 20_000 });
  delete mailServer.manners.reader;
  await notSent.click();
  await expect(page).toHaveURL(/\/admin\/mail\?state=dead$/);
  const row = page.getByRole("row").filter({ hasText: emailAddress });
  await expect(row).toContainText("Not sent");
  await expect(row).toContainText("The mail server said: 550 no, thank you");
  await page.setViewportSize(narrow);
  await row.getByRole("button", { name: "Resend: Choose a new password" }).click();
  await expect(page.getByText("Sending the email again.")).toBeVisible();
  const mail = await mailTo(mailServer, emailAddress, "Choose a new password");
  expect(linksOf(mail, "/user/reset-password/")).toHaveLength(1);
  await page.getByLabel("Status").selectOption("Sent");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(row.getByText("Sent", { exact: true })).toBeVisible();

  await page.setViewportSize(narrow);
  const overdue = page.getByRole("checkbox", { name: "Overdue" });
  const press = () => overdue.click();
  await press(); // it changes once the server has it
  await expect(overdue).not.toBeChecked();
  await page.reload();
  await expect(overdue).not.toBeChecked();
  await press();
  await expect(overdue).toBeChecked();
  await page.goto("/admin/audit?kind=mail");
  await expect(page.getByText("Resent an email").first()).toBeVisible();
  await expect(page.getByText("Turned a type of email on or off").first()).toBeVisible();
});

test("a borrower gets an email about an order, and follows its link", async ({
  page,
  request,
  library,
  mailServer,
}) => {
  test.setTimeout(180_000);
  const { emailAddress } = await aReader(request, "hears.of.it", "apples and pears");
  await logIn(page, "user", "hears.of.it", "apples and pears");
  const token = await page.evaluate(() => sessionStorage.getItem("token"));
  const post = async <Data = unknown>(path: string, data: object = {}, as = token) => {
    const headers = { authorization: `Bearer ${as}` };
    const answer: { id: number; data: Data; isSuccess: boolean } = await (
      await request.post(`/api/${path}`, { data, headers })
    ).json();
    expect(answer).toMatchObject({ isSuccess: true });
    return answer;
  };
  const { id: itemId } = await stock(await clerkOf(library.address), { title: "Heard of", sku: "MHEARD" });
  const cart = await post<string>(`Cart/AddItemToCart/${itemId}/1/false`);
  const { id: orderId } = await post(`Order/SaveOrder/0/${cart.data}`);
  const received = await mailTo(mailServer, emailAddress, `order #${orderId}`);
  await page.goto(linksOf(received, "/user/vieworder/")[0] ?? "");
  await expect(page.getByText("New", { exact: true }).first()).toBeVisible();
  // the first email of a new account confirms its address; until then it is the only one
  await page.goto(linksOf(received, "/user/confirm-email/")[0] ?? "");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.setViewportSize(wide); // for its menu
  await page.getByRole("button", { name: "Confirm my email address" }).click();
  await expect(page.getByText("Your email address is confirmed.")).toBeVisible();
  await page.setViewportSize(wide);

  const { userName, password } = administrator;
  const staff = await post<{ token: string }>("Account/Login/", { userName, password, userTypeId: 1 });
  await post("Order/UpdateOrder/", { orderId, statusId: 3, trackingNumber: "1Z999AA10123456784" }, staff.data.token);
  const shipped = await mailTo(mailServer, emailAddress, `order #${orderId} is on its way`);
  expect(shipped.text).toContain("Tracking number: 1Z999AA10123456784");
  expect(shipped.attachments.map(({ filename }) => filename)).toEqual(["due-date.ics"]);
  await page.goto(linksOf(shipped, "/user/vieworder/")[0] ?? "");
  await expect(page.getByText("1Z999AA10123456784").first()).toBeVisible();

  // and in Spanish as soon as the site is
  const kept = page.waitForResponse("**/api/Account/ChooseLanguage");
  await page.getByRole("link", { name: "Español" }).first().click();
  expect((await kept).ok()).toBe(true);
  await post("Order/UpdateOrder/", { orderId, statusId: 4 }, staff.data.token);
  const back = await mailTo(mailServer, emailAddress, `su pedido n.º ${orderId}`);
  expect(back.text).toContain("Ya recibimos todo.");
  expect(back.html).toContain('<html lang="es">');
  expect(back.html).toContain("Biblioteca de Préstamo de Educación para la Salud");
  expect(linksOf(back, "/user/home")).toHaveLength(1);

  // pressed before the script loads, the server answers the same link, without a session
  const toldOf = async (act: () => Promise<unknown>) => {
    const told = page.waitForRequest("**/api/Account/ChooseLanguage");
    await act();
    const data: unknown = (await told).postDataJSON();
    return data;
  };
  const spanish = () => page.getByRole("link", { name: "Español" }).first().click();
  expect(await toldOf(() => page.goto("/news?choose-lang=en"))).toEqual({ language: "en" });
  expect(await toldOf(spanish)).toEqual({ language: "es" });

  // and after a login in English, which the account has from then on
  await page.getByRole("button", { name: "Salir" }).click();
  await page.waitForURL("**/user/login");
  await page.goto("/home?choose-lang=en");
  await logIn(page, "user", "hears.of.it", "apples and pears");
  expect(await toldOf(spanish)).toEqual({ language: "es" });
});
