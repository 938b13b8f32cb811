import type { Page } from "@playwright/test";
import { clerkOf, stock } from "#e2e/steps/as-clerk.ts";
import { aSheet, uploadFile } from "#e2e/steps/importing.ts";
import { callElsewhere } from "#e2e/steps/sessions.ts";
import { expect } from "#e2e/test.ts";
import { box, clear, type FormRow, put, putAll, theirAddress } from "./form-row.ts";

const idIn = (page: Page) => Number(/(\d+)$/.exec(page.url())?.[1]);

const newsOf = (title: string) => ({ title, content: "Text.", link: "", attachmentId: 0, attachmentAlt: "" });
const entryOf = (words: string) => ({ words, alsoTyped: "xyloforms", broader: "" });
const winter = { from: "2026-12-21", to: "2027-01-01", about: "Winter break" };
const calendarOf = (district: string) => ({ district, years: [], breaks: [winter] });
const back = "What you typed is back.";

/** The forms of orders, titles, news, texts, and imports. */
export const staffForms: FormRow[] = [
  {
    name: "order",
    open: async (page, { address }) => {
      const clerk = await clerkOf(address);
      await clerk.enter(page);
      // a new one: the status of a canceled order is none that can be chosen
      const [order] = await clerk.ask<{ orderId: number }[]>("Desk/SearchOrders?statusId=1&page=1&pageSize=1");
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
    name: "entry of the thesaurus",
    open: async (page, { address }) => {
      const clerk = await clerkOf(address);
      await clerk.enter(page);
      const { id } = await clerk.tell<{ id: number }>("Thesaurus/SaveEntry", entryOf("xyloform"));
      await page.goto(`/admin/thesaurus/${id}`);
    },
    fill: putAll([
      [/^Broader/, "xylosport"],
      [/^Words that/, "xylomine, xyloours"],
    ]),
    field: "words",
    label: /^Words that/,
    text: "xylomine, xyloours",
    spoil: put(/^Broader/, "xyloours"),
    sentence: "“xyloours” is there twice.",
    button: "Save",
    call: "Thesaurus/SaveEntry",
    tells: "toast",
    asksAt: "Orders",
    returns: { words: back },
    conflict: {
      theirs: (page, text) =>
        callElsewhere(page, "POST Thesaurus/SaveEntry", {
          ...entryOf(text),
          entryId: idIn(page),
          alsoTyped: theirAddress,
        }),
      other: /^Typed for/,
      done: "Entry saved. Searches know it now.",
    },
  },
  {
    name: "calendar of a district",
    open: async (page, { address }) => {
      const clerk = await clerkOf(address);
      await clerk.enter(page);
      const { id } = await clerk.tell<{ id: number }>("Calendars/SaveCalendar", calendarOf("Every Form Unified"));
      await page.goto(`/admin/calendars/${id}`);
    },
    fill: putAll([
      [/^District/, "Wheelwright Unified"],
      [/^First day/, winter.from],
    ]),
    field: "district",
    label: /^District/,
    text: "Wheelwright Unified",
    spoil: clear(/^First day/),
    sentence: "First day is required.",
    button: "Save",
    call: "Calendars/SaveCalendar",
    tells: "toast",
    asksAt: "Orders",
    returns: { words: back },
    conflict: {
      theirs: async (page, text) => {
        const calendarId = idIn(page);
        const calendar = { ...calendarOf(text), calendarId, breaks: [{ ...winter, about: theirAddress }] };
        await callElsewhere(page, "POST Calendars/SaveCalendar", calendar);
      },
      other: /^About/,
      done: "Calendar saved. Later due days follow it.",
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
];
