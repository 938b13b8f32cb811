import type { Page } from "@playwright/test";
import * as z from "zod/mini";
import { askDatabaseOf, type Library } from "#e2e/library.ts";
import { newBorrower } from "#e2e/steps/api.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { newOrder, shippedOrder } from "#e2e/steps/shipping.ts";
import { clear, type FormRow, put } from "./form-row.ts";

/** Staff look at a borrower, and press this. */
async function atBorrower(page: Page, { address }: Library, borrowerId: number, press: string) {
  await (await clerkOf(address)).enter(page);
  await page.goto(`/admin/borrowers/${borrowerId}`);
  await page.getByRole("button", { name: press, exact: true }).click();
}

const choose = (label: RegExp) => (page: Page) => page.getByRole("radio", { name: label }).first().check();

/** Nobody is chosen after another search. */
const findAgain = (page: Page) => page.getByRole("button", { name: "Find", exact: true }).click();

let opened = 0;
/** Another name each time: one library may see a form more than once. */
const another = (name: string) => `${name}${(opened += 1)}`;

/** The forms in which staff choose a person or a role, and those that stop something. */
export const choosingForms: FormRow[] = [
  {
    name: "hand-over",
    isInDialog: true,
    open: async (page, library) => {
      const lent = { title: "Every form", sku: another("FH"), quantity: 1 };
      const { borrower } = await shippedOrder(await clerkOf(library.address), lent);
      await newBorrower(library.address, another("form.colleague"), { borrowerName: "A Colleague" });
      await atBorrower(page, library, borrower.borrowerId, "Hand over");
    },
    fill: choose(/^A Colleague/),
    field: "toBorrowerId",
    label: /^A Colleague/,
    text: "",
    takeBack: findAgain,
    spoil: findAgain,
    sentence: "Choose a colleague.",
    button: "Hand over",
    call: "Borrowers/HandOver",
    tells: "alert",
  },
  {
    name: "merging of accounts",
    isInDialog: true,
    open: async (page, library) => {
      const borrowerName = another("Merged Twice ");
      await newBorrower(library.address, another("form.other"), { borrowerName });
      const kept = await newBorrower(library.address, another("form.kept"), { borrowerName });
      await atBorrower(page, library, kept.borrowerId, "Merge");
    },
    fill: choose(/^Merged Twice/),
    field: "fromBorrowerId",
    label: /^Merged Twice/,
    text: "",
    takeBack: findAgain,
    spoil: findAgain,
    sentence: "Choose the other account.",
    button: "Merge",
    call: "Borrowers/Merge",
    tells: "alert",
  },
  {
    name: "block of a borrower",
    isInDialog: true,
    open: (page, library) => atBorrower(page, library, 1, "Block"),
    fill: put(/^Reason/, "Three orders are lost."),
    field: "reason",
    label: /^Reason/,
    text: "Three orders are lost.",
    spoil: clear(/^Reason/),
    sentence: "Reason is required.",
    button: "Block",
    call: "Borrowers/Block",
    tells: "alert",
  },
  {
    name: "cancellation of an order",
    isInDialog: true,
    open: async (page, { address }) => {
      const clerk = await clerkOf(address);
      const { orderId } = await newOrder(clerk, { title: "Every form", sku: another("FC"), quantity: 1 });
      await clerk.enter(page);
      await page.goto(`/admin/orderdetails/${orderId}`);
      await page.getByRole("button", { name: "Cancel order", exact: true }).click();
    },
    fill: put(/^Reason/, "Sent twice."),
    field: "reason",
    label: /^Reason/,
    text: "Sent twice.",
    spoil: clear(/^Reason/),
    sentence: "Reason is required.",
    button: "Cancel order",
    call: "Order/Cancel",
    tells: "alert",
  },
  {
    name: "role of a colleague",
    open: async (page, { address }) => {
      const [made] = await askDatabaseOf(
        address,
        `with made as (insert into accounts (user_name, user_type_id) values ('${another("form.role")}', 1) returning user_id)
        insert into staff (user_id, name, role) select user_id, 'A Colleague', 'clerk' from made returning user_id`,
      );
      await (await clerkOf(address)).enter(page);
      await page.goto(`/admin/staff/${z.parse(z.object({ user_id: z.number() }), made).user_id}`);
    },
    fill: choose(/^Volunteer/),
    field: "role",
    label: /^Volunteer/,
    text: "",
    takeBack: choose(/^Clerk/),
    button: "Save role",
    call: "Staff/ChangeRole",
    tells: "toast",
  },
  {
    name: "second step of a log-in",
    open: async (page) => {
      await page.route("**/api/Account/Login/", (route) =>
        route.fulfill({
          json: { isSuccess: false, message: "Code.", reason: { kind: "code-required", token: "a".repeat(43) } },
        }),
      );
      await page.goto("/admin/login");
      await put(/^Username/, "admin")(page);
      await put(/^Password/, "apples and pears")(page);
      await page.getByRole("button", { name: "Log In" }).click();
    },
    fill: put(/^Code/, "123456"),
    field: "code",
    label: /^Code/,
    text: "123456",
    spoil: clear(/^Code/),
    sentence: "Enter the code from your authenticator app.",
    button: "Log In",
    call: "Account/PassSecondStep",
    tells: "alert",
    fault: "Something went wrong",
  },
];
