import type { Page } from "@playwright/test";
import { dayAfter } from "#contract/site/business-days.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { callerAt, newBorrower } from "#e2e/steps/api.ts";
import { aNewcomer, schoolWeek } from "#e2e/steps/borrowing.ts";
import { logIn } from "#e2e/steps/log-in.ts";
import { clear, type FormRow, put, putAll } from "./form-row.ts";

/** Logs in as the borrower of a row, whom another journey of the same library may have registered. */
async function asBorrower(page: Page, journey: string): Promise<void> {
  const { userName, password, name: borrowerName } = aNewcomer(journey);
  const { origin } = new URL((await page.request.get("/health/live")).url());
  const isThere = await callerAt(origin, { userName, password, userTypeId: 2 }).then(
    () => true,
    () => false,
  );
  if (!isThere) await newBorrower(origin, userName, { borrowerName });
  await logIn(page, "user", userName, password);
}

/** The forms of visitors and borrowers. */
export const borrowersForms: FormRow[] = [
  {
    name: "log-in",
    open: async (page) => void (await page.goto("/user/login")),
    fill: putAll([
      [/^Username/, "kit"],
      [/^Password/, "apples"],
    ]),
    field: "userName",
    label: /^Username/,
    text: "kit",
    spoil: clear(/^Password/),
    sentence: "Password is required.",
    button: "Log In",
    call: "Account/Login",
    tells: "alert",
    fault: "Something went wrong",
  },
  {
    name: "registration",
    open: async (page) => void (await page.goto("/user/register")),
    fill: putAll([
      [/^Username/, "kit"],
      [/^Password/, "apples and pears"],
      [/^Verify password/, "apples and pears"],
      [/^Full name/, "Kit"],
      [/^Email address/, "kit@school.example"],
      [/^Phone number/, "(559) 555-0142"],
      [/^School name/, "Kings River"],
      [/^School district/, "Kings River Union"],
      [/^Street/, "3961 Avenue 400"],
      [/^City/, "Kingsburg"],
      [/^State/, "CA"],
      [/^Zip/, "93631"],
    ]),
    field: "schoolName",
    label: /^School name/,
    text: "Kings River",
    spoil: clear(/^Full name/),
    sentence: "Full name is required.",
    button: "Register",
    call: "Account/RegisterBorrower",
    tells: "toast",
  },
  {
    name: "account",
    open: async (page) => {
      await asBorrower(page, "form.account");
      await page.getByRole("button", { name: "Edit", exact: true }).click();
    },
    fill: putAll([
      [/^City/, "Kingsburg"],
      [/^Street/, "12 New Street"],
    ]),
    field: "address.street",
    label: /^Street/,
    text: "12 New Street",
    spoil: clear(/^City/),
    sentence: "City is required.",
    button: "Save",
    call: "Account/UpdateBorrower",
    tells: "toast",
    returns: {},
  },
  {
    name: "change of a password",
    open: async (page) => {
      await asBorrower(page, "form.password");
      await page.getByRole("link", { name: "Change password" }).click();
    },
    fill: putAll([
      [/^Current password/, "apples and pears"],
      [/^New password/, "apples and pears"],
      [/^Verify new password/, "apples and pears"],
    ]),
    field: "password",
    label: /^Current password/,
    text: "apples and pears",
    spoil: put(/^Verify new password/, "pears"),
    sentence: "Passwords must match.",
    button: "Change password",
    call: "Account/ChangePassword",
    tells: "toast",
  },
  {
    name: "request of a reset",
    open: async (page) => void (await page.goto("/user/reset-password")),
    fill: put(/^User name or email/, "kit"),
    field: "userNameOrEmail",
    label: /^User name or email/,
    text: "kit",
    spoil: put(/^User name or email/, " "),
    sentence: "** User name/ Email Address is required.",
    button: "Send link",
    call: "Account/RequestResetPassword",
    tells: "alert",
  },
  {
    name: "new password",
    open: async (page) => {
      await page.route("**/api/Account/CheckUserResetPassword/**", (route) =>
        route.fulfill({ json: { isSuccess: true, data: 1 } }),
      );
      await page.goto(`/user/reset-password/${"a".repeat(43)}`);
    },
    fill: putAll([
      [/^New password/, "apples and pears"],
      [/^Verify password/, "apples and pears"],
    ]),
    field: "newPassword",
    label: /^New password/,
    text: "apples and pears",
    spoil: clear(/^Verify password/),
    sentence: "** Verify Password is required.",
    button: "Save new password",
    call: "Account/ResetPassword",
    tells: "alert",
  },
  {
    name: "sign-up for the mailing list",
    open: async (page) => void (await page.goto("/signup")),
    fill: put(/^Email address/, "kit@school.example"),
    field: "emailAddress",
    label: /^Email address/,
    text: "kit@school.example",
    spoil: put(/^Email address/, "kit@school"),
    sentence: "Email Address is required/invalid.",
    button: "Sign up",
    call: "MailingList/Subscribe",
    tells: "alert",
  },
  {
    name: "days of an order",
    open: async (page, library) => {
      const { id } = await stock(await clerkOf(library.address), { title: "Days of an order", sku: "FDAYS" });
      const borrower = await newBorrower(library.address, "form.days");
      const week = `teachFrom=${schoolWeek.from}&teachTo=${schoolWeek.to}`;
      const { data: cart } = await borrower.tell<{ data: string }>(`Cart/AddItemToCart/${id}/1/false?${week}`);
      const { id: orderId } = await borrower.tell<{ id: number }>(`Order/SaveOrder/0/${cart}?${week}`);
      await borrower.enter(page);
      await page.goto(`/user/vieworder/${orderId}`);
      await page.getByRole("button", { name: "Change days" }).click();
    },
    fill: put(/^Last day/, dayAfter(schoolWeek.to, 1)),
    field: "teachTo",
    label: /^Last day/,
    text: dayAfter(schoolWeek.to, 1),
    spoil: put(/^Last day/, dayAfter(schoolWeek.from, -7)),
    sentence: "End date must not be before start date.",
    button: "Save",
    call: "Order/ChangeOwnDays",
    tells: "alert",
  },
];
