import type { Page } from "@playwright/test";
import type { Library } from "#e2e/library.ts";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { aPhoto } from "#e2e/steps/pictures.ts";
import { shippedOrder } from "#e2e/steps/shipping.ts";
import { expect } from "#e2e/test.ts";
import { clear, type FormRow, put, putAll } from "./form-row.ts";

/** Staff look at a shipped order of one copy. */
async function atParcel(page: Page, { address }: Library, sku: string) {
  const clerk = await clerkOf(address);
  const { orderId } = await shippedOrder(clerk, { title: "Every form", sku, quantity: 1 });
  await clerk.enter(page);
  await page.goto(`/admin/orderdetails/${orderId}`);
  return { clerk, orderId };
}

/** Staff look at an open case. */
async function atCase(page: Page, library: Library, sku: string) {
  const { clerk, orderId } = await atParcel(page, library, sku);
  type Order = { orderItems: { orderInventoryItems: { orderInventoryItemId: number }[] }[] };
  const { orderItems } = await clerk.ask<Order>(`Order/Get/${orderId}`);
  const loan = orderItems[0]?.orderInventoryItems[0]?.orderInventoryItemId;
  const body = { orderInventoryItemId: loan, kind: "lost", cost: "5" };
  const { data } = await clerk.tell<{ data: { caseId: number } }>("Cases/Open", body);
  await page.goto(`/admin/cases/${data.caseId}`);
}

/** A borrower looks at their shipped order. */
async function atOwnParcel(page: Page, { address }: Library, sku: string) {
  const { orderId, borrower } = await shippedOrder(await clerkOf(address), { title: "Every form", sku, quantity: 1 });
  await borrower.enter(page);
  await page.goto(`/user/vieworder/${orderId}`);
}

const seePhoto = (page: Page) => expect(page.getByRole("dialog").getByRole("img", { name: "Photo 1" })).toBeVisible();

/** Adds a photo if there is none. */
async function addPhoto(page: Page) {
  const isThere = await page.getByRole("button", { name: "Remove Photo 1" }).isVisible();
  if (!isThere) await page.locator("input[type=file]").setInputFiles(await aPhoto());
  await seePhoto(page);
}

/** The forms of the desk. */
export const deskForms: FormRow[] = [
  {
    name: "case of a copy",
    open: async (page, library) => {
      await atParcel(page, library, "FCASE");
      await page.getByRole("button", { name: "Lost: #FCASE copy 1" }).click();
    },
    fill: putAll([
      [/^Cost/, "24.50"],
      [/^Note/, "Left on a bus."],
    ]),
    field: "note",
    label: /^Note/,
    text: "Left on a bus.",
    spoil: put(/^Cost/, "twenty"),
    sentence: "Cost must be an amount such as 24.50.",
    button: "Declare lost",
    call: "Cases/Open",
    tells: "alert",
  },
  {
    name: "cost and note of a case",
    open: (page, library) => atCase(page, library, "FCOST"),
    fill: putAll([
      [/^Cost/, "24.50"],
      [/^Note/, "Left on a bus."],
    ]),
    field: "words",
    label: /^Note/,
    text: "Left on a bus.",
    spoil: put(/^Cost/, "twenty"),
    sentence: "Cost must be an amount such as 24.50.",
    button: "Save",
    call: "Cases/Change",
    tells: "toast",
  },
  {
    name: "settling of a case",
    open: (page, library) => atCase(page, library, "FSETTL"),
    fill: async (page) => {
      await page.getByRole("radio", { name: "Paid" }).check();
      await put(/^Closing note/, "By check.")(page);
    },
    field: "note",
    label: /^Closing note/,
    text: "By check.",
    // nobody takes a choice back, except by beginning again
    spoil: async (page) => {
      await page.reload();
      await put(/^Closing note/, "By check.")(page);
    },
    sentence: "Choose how it was settled.",
    button: "Settle the case",
    call: "Cases/Settle",
    tells: "toast",
  },
  {
    name: "reminders",
    open: async (page, { address }) => {
      await (await clerkOf(address)).enter(page);
      await page.goto("/admin/mail");
    },
    fill: putAll([
      [/^Days before the due date/, "5"],
      [/^Days overdue/, "2, 9"],
    ]),
    field: "daysAfter",
    label: /^Days overdue/,
    text: "2, 9",
    spoil: put(/^Days before the due date/, "many"),
    sentence: "Days before must be a whole number from 0 to 60.",
    button: "Save reminders",
    call: "Reminders/SaveSteps",
    tells: "toast",
  },
  {
    name: "settings",
    open: async (page, { address }) => {
      await (await clerkOf(address)).enter(page);
      await page.goto("/admin/settings");
    },
    fill: putAll([
      [/^Loan period/, "21"],
      [/^Renewals per order/, "2"],
    ]),
    field: "renewals",
    label: /^Renewals per order/,
    text: "2",
    spoil: put(/^Loan period/, "0"),
    sentence: "Enter a whole number from 1 to 365.",
    button: "Save settings",
    call: "Settings/Save",
    tells: "toast",
  },
  {
    name: "subjects",
    open: async (page, { address }) => {
      await (await clerkOf(address)).enter(page);
      await page.goto("/admin/settings/subjects");
    },
    fill: putAll([
      [/^Name in Spanish/, "Salud de todos"],
      [/^Name/, "Everybody’s health"],
    ]),
    field: "entries.0.name",
    label: /^Name/,
    text: "Everybody’s health",
    spoil: clear(/^Name in Spanish/),
    sentence: "Name in Spanish is required.",
    button: "Save subjects",
    call: "Code/SaveList",
    tells: "toast",
    asksAt: "Orders",
    returns: { words: "What you typed is back." },
  },
  {
    name: "start of a stock-take",
    open: async (page, { address }) => {
      await (await clerkOf(address)).enter(page);
      await page.goto("/admin/stock-take");
    },
    fill: put(/^Shelf place/, "No such shelf"),
    field: "shelfPlace",
    label: /^Shelf place/,
    text: "No such shelf",
    spoil: put(/^Shelf place/, "x".repeat(41)),
    sentence: "Shelf place cannot be longer than 40 characters.",
    button: "Start",
    call: "StockTake/Start",
    tells: "toast",
  },
  {
    name: "shelf place of a copy",
    open: async (page, { address }) => {
      const clerk = await clerkOf(address);
      const { id } = await stock(clerk, { title: "Every form", sku: "FSHELF" });
      await clerk.enter(page);
      await page.goto(`/admin/item/${id}`);
      await page.getByRole("button", { name: "Shelf of #FSHELF copy 1" }).click();
    },
    fill: put(/^Shelf place of this copy/, "Annex 2"),
    field: "copyShelf",
    label: /^Shelf place of this copy/,
    text: "Annex 2",
    spoil: put(/^Shelf place of this copy/, "x".repeat(41)),
    sentence: "Shelf place cannot be longer than 40 characters.",
    button: "Save the place",
    call: "Inventory/UpdateInventory",
    tells: "alert",
  },
  {
    name: "registration of a caller",
    open: async (page, { address }) => {
      await (await clerkOf(address)).enter(page);
      await page.goto("/admin/callerorder");
      await page.getByRole("button", { name: "Register a new borrower" }).click();
    },
    fill: putAll([
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
    call: "Account/RegisterCaller",
    tells: "toast",
  },
  {
    name: "borrower",
    open: async (page, { address }) => {
      await (await clerkOf(address)).enter(page);
      await page.goto("/admin/borrowers/1");
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
    call: "Borrowers/Change",
    tells: "toast",
  },
  {
    name: "note about a borrower",
    open: async (page, { address }) => {
      await (await clerkOf(address)).enter(page);
      await page.goto("/admin/borrowers/1");
    },
    fill: put(/^Note/, "Calls on Fridays."),
    field: "note",
    label: /^Note/,
    text: "Calls on Fridays.",
    spoil: clear(/^Note/),
    sentence: "Note is required.",
    button: "Add note",
    call: "Borrowers/AddNote",
    tells: "toast",
  },
  {
    name: "order sent back",
    open: async (page, library) => {
      await atOwnParcel(page, library, "FBACK");
      await page.getByRole("button", { name: "I sent it back" }).click();
    },
    fill: putAll([
      [/^Date/, "2026-02-02"],
      [/^Tracking number/, "1Z999AA10123456784"],
    ]),
    field: "trackingNumber",
    label: /^Tracking number/,
    text: "1Z999AA10123456784",
    spoil: clear(/^Date/),
    sentence: "Date is required.",
    button: "Tell the library",
    call: "Order/SentBack",
    tells: "alert",
    returns: { userName: "reader-FBACK" },
  },
  {
    name: "order arrived",
    open: async (page, library) => {
      await atOwnParcel(page, library, "FARRV");
      await page.getByRole("button", { name: "It arrived" }).click();
    },
    fill: put(/^Date/, "2026-02-02"),
    field: "arrivedOn",
    label: /^Date/,
    text: "2026-02-02",
    spoil: clear(/^Date/),
    sentence: "Date is required.",
    button: "Tell the library",
    call: "Order/SayArrived",
    tells: "alert",
  },
  {
    name: "problem of an order",
    open: async (page, library) => {
      await atOwnParcel(page, library, "FPROB");
      await page.getByRole("button", { name: "Something is missing or damaged" }).click();
    },
    fill: async (page) => {
      await addPhoto(page);
      await put(/^What happened/, "The DVD is missing.")(page);
    },
    field: "words",
    label: /^What happened/,
    text: "The DVD is missing.",
    spoil: clear(/^What happened/),
    sentence: "What happened is required.",
    button: "Tell the library",
    call: "Order/ReportProblem",
    tells: "alert",
    returns: { userName: "reader-FPROB", also: seePhoto },
  },
];
