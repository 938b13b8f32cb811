import { keep, newBorrower } from "#e2e/steps/api.ts";
import { asClerk, clerkOf, saveRules, stock } from "#e2e/steps/as-clerk.ts";
import { fillCart } from "#e2e/steps/orders.ts";
import { narrow } from "#e2e/steps/screens.ts";
import { toast } from "#e2e/steps/toasts.ts";
import { expect, test } from "#e2e/test.ts";

test("a borrower sees in the cart that an order exceeds the limit, and orders fewer copies", async ({
  page,
  library,
}) => {
  const clerk = await clerkOf(library.address);
  const { id } = await stock(clerk, { title: "Too many to borrow", sku: "LIM101" }, 5);
  const teacher = await newBorrower(library.address, "over.the.limit");
  await saveRules(clerk, { maxCopyDays: 100 });
  await page.setViewportSize(narrow);
  await teacher.enter(page);
  await keep(page, { cartIdentifier: await fillCart(teacher, [id], 4) });
  await page.goto("/user/cartitems");
  const limit = page.getByText(/You can have 3 of these 4 copies for 30 days\./);
  await expect(limit).toBeVisible();
  await page.getByRole("button", { name: /one fewer/ }).click();
  await expect(limit).toBeHidden();
  await page.getByRole("button", { name: "Proceed" }).click();
  await expect(page.getByText("Thank you for your order!")).toBeVisible();
  await saveRules(clerk, { maxCopyDays: 3000 });
});

test("a borrower’s new order says when it will be canceled, and a clerk confirms the email address by phone", async ({
  page,
  library,
  someoneElse,
}) => {
  const clerk = await clerkOf(library.address);
  const { id } = await stock(clerk, { title: "Waits for an email", sku: "LIM102" }, 5);
  const teacher = await newBorrower(library.address, "has.not.confirmed");
  await teacher.enter(page);
  await keep(page, { cartIdentifier: await fillCart(teacher, [id]) });
  await page.goto("/user/cartitems");
  await page.getByRole("button", { name: "Proceed" }).click();
  const deadline = page.getByText(
    /^Confirm your email address by \w{3}, \w{3} \d+, \d+:\d\d [AP]M, or we’ll cancel this order\.$/,
  );
  await expect(deadline).toBeVisible();
  await page.setViewportSize(narrow);
  // this library has no mail server
  await expect(page.getByText("The library can’t send email yet, so there’s no link.")).toBeVisible();
  await expect(page.getByText(/emailed|emailing/)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Send the link again" })).toHaveCount(0);
  const orderId = /(\d+)$/.exec(page.url())?.[1];
  await page.goto(`/user/vieworder/${orderId}`);
  await expect(deadline).toBeVisible();

  const desk = await someoneElse();
  await asClerk(desk, `/admin/orderdetails/${orderId}`);
  const ends = desk.getByText(/^This order will be canceled on \w{3}, \w{3} \d+, \d+:\d\d [AP]M$/);
  await expect(ends).toBeVisible();
  await desk.setViewportSize(narrow);
  await desk.getByRole("button", { name: "Send the link again" }).click();
  await toast(desk, "email");
  await desk.goto(`/admin/borrowers/${teacher.borrowerId}`);
  await expect(desk.getByText("Email not confirmed")).toBeVisible();
  await desk.goto(`/admin/orderdetails/${orderId}`);
  await desk.getByRole("button", { name: "Confirm by phone" }).click();
  await desk.getByRole("alertdialog").getByRole("button", { name: "Confirm address" }).click();
  await expect(ends).toBeHidden();
  await page.reload();
  await expect(page.getByText("Ordered items").or(page.getByText("Order details")).first()).toBeVisible();
  await expect(deadline).toBeHidden();
});
