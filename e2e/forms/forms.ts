import type { Page } from "@playwright/test";
import type { Library } from "#e2e/library.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { aNewcomer, register } from "#e2e/steps/borrowing.ts";
import { aSheet, uploadFile } from "#e2e/steps/importing.ts";
import { logInHere } from "#e2e/steps/log-in.ts";
import { callElsewhere } from "#e2e/steps/sessions.ts";
import { expect } from "#e2e/test.ts";

/** A form of the product, and what a journey needs to know to use it. */
export type FormRow = {
  name: string;
  /** Ends on the form, like a user who opens it. */
  open: (page: Page, library: Library) => Promise<void>;
  /** Fills in what it takes to be sent. */
  fill: (page: Page) => Promise<void>;
  /** A field to fill in: its name on the wire and its value. */
  field: string;
  label: RegExp;
  text: string;
  /** Makes a value invalid; the expected sentence. */
  spoil: (page: Page) => Promise<void>;
  sentence: string;
  button: string;
  /** Part of the address that it is sent to. */
  call: string;
  /** Where a refusal of the whole form appears. */
  tells: "toast" | "alert";
  /** Save is disabled from the start, and errors appear before an attempt. */
  isStrict?: true;
  /** A link that leads away, where leaving is asked about. */
  asksAt?: string;
  /** The text is restored after a new login, and `also` what is expected besides; with this notice, if any. */
  returns?: { words?: string; also?: (page: Page) => Promise<void> };
  /** Saves another value of the same field, and `theirAddress` in a field that is left alone here; the expected notice. */
  conflict?: { theirs: (page: Page, text: string) => Promise<void>; other: RegExp; done: string };
};

/** What the other person in a conflict changes besides. */
export const theirAddress = "https://theirs.example";

/** The control with this label. */
export const box = (page: Page, label: RegExp) =>
  page.locator("input, textarea, select").and(page.getByLabel(label)).first();
const put = (label: RegExp, text: string) => (page: Page) => box(page, label).fill(text);
const clear = (label: RegExp) => put(label, "");

/** Fills in these fields, one after the other. */
const putAll = (fields: readonly (readonly [label: RegExp, text: string])[]) => async (page: Page) => {
  for (const [label, text] of fields) await box(page, label).fill(text);
};
const idIn = (page: Page) => Number(/(\d+)$/.exec(page.url())?.[1]);

async function asBorrower(page: Page, journey: string): Promise<void> {
  const newcomer = aNewcomer(journey);
  await register(page, newcomer);
  await logInHere(page, newcomer.userName, newcomer.password);
}

const borrowersForms: FormRow[] = [
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
];

const newsOf = (title: string) => ({ title, content: "Text.", link: "", attachmentId: 0, attachmentAlt: "" });
const back = "What you typed is back.";

const staffForms: FormRow[] = [
  {
    name: "order",
    open: async (page, { address }) => {
      const clerk = await clerkOf(address);
      await clerk.enter(page);
      const [order] = await clerk.ask<{ orderId: number }[]>("Order/GetOrders?page=1&pageSize=1");
      await page.goto(`/admin/editorder/${order?.orderId}`);
    },
    fill: putAll([
      [/^Ship date/, ""],
      [/^Tracking number/, "MINE"],
    ]),
    field: "trackingNumber",
    label: /^Tracking number/,
    text: "MINE",
    spoil: (page) => box(page, /^Ship date/).pressSequentially("03"),
    sentence: "Ship date must be a whole date.",
    button: "Save",
    call: "Order/UpdateOrder",
    tells: "toast",
    asksAt: "Inventory",
    returns: { words: back },
    conflict: {
      theirs: async (page, text) => {
        const order = await callElsewhere<object>(page, `GET Order/Get/${idIn(page)}`);
        await callElsewhere(page, "POST Order/UpdateOrder/", {
          ...order,
          trackingNumber: text,
          orderNote: theirAddress,
        });
      },
      other: /^Note/,
      done: "Order updated.",
    },
  },
  {
    name: "item",
    open: async (page, { address }) => {
      const clerk = await clerkOf(address);
      await clerk.enter(page);
      const { id } = await stock(clerk, { title: "Every form", sku: "FORM" });
      await page.goto(`/admin/item/${id}`);
    },
    fill: putAll([
      [/^Description/, "Text."],
      [/^Title/, "Mine"],
    ]),
    field: "title",
    label: /^Title/,
    text: "Mine",
    spoil: clear(/^Description/),
    sentence: "Description is required.",
    button: "Save",
    call: "Inventory/UpdateInventory",
    tells: "toast",
    asksAt: "Orders",
    returns: { words: back },
    conflict: {
      theirs: async (page, text) => {
        const item = await callElsewhere<object>(page, `GET Inventory/Get/${idIn(page)}`);
        await callElsewhere(page, `POST Inventory/UpdateInventory/${idIn(page)}`, {
          ...item,
          title: text,
          publisher: theirAddress,
          inventoryItems: [],
        });
      },
      other: /^Publisher/,
      done: "Item Updated.",
    },
  },
  {
    name: "news",
    open: async (page, { address }) => {
      const clerk = await clerkOf(address);
      await clerk.enter(page);
      const { data } = await clerk.tell<{ data: { id: number } }>("News/SaveItem", { id: 0, ...newsOf("Every form") });
      await page.goto(`/admin/editnews/${data.id}`);
    },
    fill: putAll([
      [/^Content/, "Text."],
      [/^Title/, "Mine"],
    ]),
    field: "title",
    label: /^Title/,
    text: "Mine",
    spoil: async (page) => {
      await box(page, /^Content/).fill(" ");
      await box(page, /^Content/).blur();
    },
    sentence: "Content is required.",
    button: "Save",
    call: "News/SaveItem",
    tells: "toast",
    isStrict: true,
    asksAt: "Orders",
    returns: { words: back },
    conflict: {
      theirs: (page, text) =>
        callElsewhere(page, "POST News/SaveItem", { ...newsOf(text), id: idIn(page), link: theirAddress }),
      other: /^Link/,
      done: "Item Saved.",
    },
  },
  {
    name: "site content",
    open: async (page, { address }) => {
      await (await clerkOf(address)).enter(page);
      await page.goto("/admin/sitecontent/footer");
    },
    fill: putAll([
      [/^Name/, "County Office of Education"],
      [/^About/, "Mine"],
    ]),
    field: "about",
    label: /^About/,
    text: "Mine",
    spoil: clear(/^Name/),
    sentence: "Agency is required.",
    button: "Save",
    call: "Site/SaveSection",
    tells: "toast",
    asksAt: "Orders",
    returns: { words: back },
    conflict: {
      theirs: async (page, text) => {
        type Editable = { content: { footer: object }; revisions: { footer?: { version: number } } };
        const { content, revisions } = await callElsewhere<Editable>(page, "GET Site/GetEditableContent");
        const version = revisions.footer?.version ?? 0;
        await callElsewhere(page, "POST Site/SaveSection", {
          section: "footer",
          version,
          content: { ...content.footer, about: text, socialLinks: [{ label: "Theirs", address: theirAddress }] },
        });
      },
      other: /^Link/,
      done: "Saved. Visitors see it now.",
    },
  },
  {
    name: "matching of an import",
    open: async (page, { address }) => {
      await (await clerkOf(address)).enter(page);
      await page.goto("/admin/import");
      const sheet = aSheet("every-form.csv", [
        ["Title", "Shelf"],
        ["Kept", "A1"],
      ]);
      await uploadFile(page, sheet);
      await page.getByLabel("Shelf is taken for").selectOption({ label: "Tags" });
      await page.getByRole("checkbox", { name: "Grades 6-8" }).check();
    },
    fill: putAll([
      [/^Copies of each/, "1"],
      [/^Description/, "About it"],
    ]),
    field: "description",
    label: /^Description/,
    text: "About it",
    spoil: put(/^Copies of each/, "many"),
    sentence: "Number of copies must be from 0 to 50.",
    button: "Check the file",
    call: "Import/MatchColumns",
    tells: "alert",
    asksAt: "Orders",
    returns: {
      words: "Your choices are back.",
      also: async (page) => {
        await expect(page.getByLabel("Shelf is taken for")).toHaveValue("tags");
        await expect(page.getByRole("checkbox", { name: "Grades 6-8" })).toBeChecked();
      },
    },
  },
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

/** Every form of the product. */
export const forms: readonly FormRow[] = [...borrowersForms, ...staffForms];
