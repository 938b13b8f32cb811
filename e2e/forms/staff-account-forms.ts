import type { Page } from "@playwright/test";
import type { Library } from "#e2e/library.ts";
import { clerkOf } from "#e2e/steps/as-clerk.ts";
import { clear, type FormRow, put, putAll } from "./form-row.ts";

/** The own account of a member of staff, as if it had a second step: that of all journeys must not have one. */
async function withSecondStep(page: Page, { address }: Pick<Library, "address">): Promise<void> {
  await page.route("**/api/Staff/GetOwnAccount", async (route) => {
    const response = await route.fetch();
    const { data }: { data: object } = await response.json();
    const secondStep = { isOn: true, isRequired: false, recoveryCodesLeft: 9 };
    await route.fulfill({ response, json: { isSuccess: true, data: { ...data, secondStep } } });
  });
  await (await clerkOf(address)).enter(page);
  await page.goto("/admin/account");
}

/** The forms of staff about themselves and their colleagues. */
export const staffAccountForms: FormRow[] = [
  {
    name: "own password of staff",
    open: async (page, { address }) => {
      await (await clerkOf(address)).enter(page);
      await page.goto("/admin/account");
      await page.getByRole("button", { name: "Change password" }).click();
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
    call: "Staff/ChangePassword",
    tells: "toast",
  },
  {
    name: "own email address of staff",
    open: async (page, { address }) => {
      await (await clerkOf(address)).enter(page);
      await page.goto("/admin/account");
      await page.getByRole("button", { name: "Change email address" }).click();
    },
    fill: putAll([
      [/^Email address/, "clerk@library.example"],
      [/^Current password/, "apples and pears"],
    ]),
    field: "emailAddress",
    label: /^Email address/,
    text: "clerk@library.example",
    spoil: clear(/^Current password/),
    sentence: "Current password is required.",
    button: "Save email address",
    call: "Staff/ChangeEmail",
    tells: "toast",
  },
  {
    name: "own name of staff",
    open: async (page, { address }) => {
      await (await clerkOf(address)).enter(page);
      await page.goto("/admin/account");
      await page.getByRole("button", { name: "Change name" }).click();
    },
    fill: put(/^Full name/, "Ada Administrator"),
    field: "name",
    label: /^Full name/,
    text: "Ada Administrator",
    spoil: clear(/^Full name/),
    sentence: "Full name is required.",
    button: "Save name",
    call: "Staff/ChangeName",
    tells: "toast",
  },
  {
    name: "second step of staff",
    open: async (page, { address }) => {
      await (await clerkOf(address)).enter(page);
      await page.goto("/admin/account");
      await page.getByRole("button", { name: "Set up" }).click();
    },
    fill: putAll([
      [/^Code/, "123456"],
      [/^Current password/, "apples and pears"],
    ]),
    field: "code",
    label: /^Code/,
    text: "123456",
    spoil: clear(/^Current password/),
    sentence: "Current password is required.",
    button: "Turn on",
    call: "Staff/TurnOnSecondStep",
    tells: "toast",
  },
  {
    name: "new recovery codes of staff",
    open: async (page, library) => {
      await withSecondStep(page, library);
      await page.getByRole("button", { name: "New recovery codes" }).click();
    },
    fill: put(/^Current password/, "apples and pears"),
    field: "password",
    label: /^Current password/,
    text: "apples and pears",
    spoil: clear(/^Current password/),
    sentence: "Current password is required.",
    button: "Make new codes",
    call: "Staff/NewRecoveryCodes",
    tells: "toast",
  },
  {
    name: "end of a second step of staff",
    open: async (page, library) => {
      await withSecondStep(page, library);
      await page.getByRole("button", { name: "Turn off" }).click();
    },
    fill: putAll([
      [/^Code/, "123456"],
      [/^Current password/, "apples and pears"],
    ]),
    field: "code",
    label: /^Code/,
    text: "123456",
    spoil: clear(/^Current password/),
    sentence: "Current password is required.",
    button: "Turn off",
    call: "Staff/TurnOffSecondStep",
    tells: "toast",
  },
  {
    name: "invitation of a colleague",
    open: async (page, { address }) => {
      await (await clerkOf(address)).enter(page);
      await page.goto("/admin/staff");
    },
    fill: put(/^Email address/, "new@library.example"),
    field: "emailAddress",
    label: /^Email address/,
    text: "new@library.example",
    spoil: put(/^Email address/, "new@library"),
    sentence: "Email Address is required/invalid.",
    button: "Send invitation",
    call: "Staff/Invite",
    tells: "toast",
  },
  {
    name: "account of a new colleague",
    open: async (page) => {
      await page.route("**/api/Staff/CheckInvitation/**", (route) =>
        route.fulfill({ json: { isSuccess: true, data: { emailAddress: "new@library.example" } } }),
      );
      await page.goto(`/admin/login/invitation/${"a".repeat(43)}`);
    },
    fill: putAll([
      [/^Username/, "colleague"],
      [/^Password/, "apples and pears"],
      [/^Verify password/, "apples and pears"],
      [/^Full name/, "Kit"],
    ]),
    field: "name",
    label: /^Full name/,
    text: "Kit",
    spoil: clear(/^Verify password/),
    sentence: "Verify password is required.",
    button: "Create account",
    call: "Staff/AcceptInvitation",
    tells: "toast",
  },
];
