import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { writeSlip } from "#contract/desk/slip-code.ts";
import { labelTemplates } from "#contract/catalog/labels.ts";
import { circulationFixture, type Person, type Title } from "#server/test/circulation-fixture.ts";
import { decodeEach, drawPages, placedWordsOf, wordsOf } from "#server/test/decode-codes.ts";
import { showStaffOrders } from "#server/orders/show-orders.ts";
import type { Sender } from "./draw-slip.ts";
import type { Input } from "./draw-papers.ts";
import { makePapers } from "./make-papers.ts";

// external programs render and read the pages
vi.setConfig({ testTimeout: 60_000 });
const fixture = await circulationFixture();
const { db, call, order } = fixture;
const clerk = await fixture.newAdmin("clerk");
const ann = await fixture.newBorrower("ann");
const folder = mkdtempSync(path.join(tmpdir(), "papers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const library: Sender = {
  siteName: "Health Library",
  postalAddress: "500 Library Way\nFresno, CA 93721",
  phones: ["(555) 010-2030"],
  email: "desk@library.example",
  closed: [],
  costs: [{ upTo: "20", cost: "18.50" }],
};
const days = { today: "2026-03-02", timeZone: "America/Los_Angeles", loanDays: 30, schools: new Map() };

async function pdfOf(orderIds: number[], input: Partial<Input> = {}, sender = library): Promise<Buffer> {
  const { content } = await makePapers(db, await showStaffOrders(db, orderIds, "clerk"), {
    input: { paper: "", template: "5163", startAt: 1, offsetX: 0, offsetY: 0, ...input },
    sender,
    days,
    actor: { userId: clerk.userId, at: fixture.clock.now() },
    signal: new AbortController().signal,
  });
  return Buffer.from(content);
}

/** Reads the words of each page with another program, as one line. */
async function pagesOf(pdf: Buffer): Promise<string[]> {
  const pages = (await wordsOf(pdf, folder)).normalize("NFC").split("\f").slice(0, -1);
  return pages.map((page) => page.replaceAll(/\s+/g, " ").trim());
}

const slipsOf = async (...orderIds: number[]) => pagesOf(await pdfOf(orderIds, { paper: "slips" }));

async function aTitle(name: string, copies: number, fields: { parts?: string; weight?: string } = {}): Promise<Title> {
  const title = await fixture.newTitle(name, copies);
  if (Object.keys(fields).length > 0) await fixture.setTitle(title, fields);
  return title;
}

const orderOf = (borrower: Person, ...titles: [Title, number][]) => order(borrower, titles);
const skusOf = async ({ itemId }: Title) => {
  const { sku_number: sku } = await db
    .selectFrom("copies")
    .select("sku_number")
    .where("item_id", "=", itemId)
    .executeTakeFirstOrThrow();
  return sku;
};

describe("a packing slip as a PDF", () => {
  it("shows on one page the recipient, the items to return with their due date and cost, and the address", async () => {
    const long = "Growing up healthy in every season of the year: conversations, worksheets, and games for ";
    const title = long.padEnd(150, "whole families ").trim();
    const [poster, kit] = [
      await aTitle(title, 3, { weight: "1" }),
      await aTitle("Lụa: sức khỏe", 2, { parts: "1 DVD @ 24.50; 30 cards", weight: "2" }),
    ];
    const orderId = await orderOf(ann, [poster, 2], [kit, 1]);
    const name = "Nguyễn Thị Bình";
    await db.updateTable("orders").set({ ship_to_name: name }).where("order_id", "=", orderId).execute();
    await call(clerk, `POST Order/CheckOutAll/${orderId}`);
    await call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 2, orderNote: "SECRET NOTE" });
    const pdf = await pdfOf([orderId], { paper: "slips" });
    const [page = "", ...more] = await pagesOf(pdf);
    expect(more).toEqual([]);
    const [sku, kitSku] = [await skusOf(poster), await skusOf(kit)];
    for (const sentence of [
      `Health Library Packing slip`,
      `Order #${orderId}`,
      "(555) 010-2030 · desk@library.example",
      name,
      "Oak Grove Elementary",
      "1 Main Street",
      "Fresno, CA 93701",
      `Purchase number ${orderId}`,
      "Ordered Mar 2, 2026",
      "Mail it back by Mar 25, 2026",
      "So it reaches us by Apr 1, 2026",
      `#${sku} copy 1`,
      `#${sku} copy 2`,
      "Lụa: sức khỏe",
      "Every part below",
      `#${kitSku} copy 1 1 DVD 30 cards`,
      "Total 3",
      "Return shipping is about $18.50.",
      "Mail it back by Mar 25, 2026 so that it reaches us by Apr 1, 2026.",
    ])
      expect(page, sentence).toContain(sentence);
    for (const word of title.split(" ")) expect(page).toContain(word);
    expect(page.match(/500 Library Way/g)).toHaveLength(2); // at the top, and on the tear-off label
    expect(page).not.toContain("SECRET");
    expect(page).not.toContain("Page 1");
    expect(decodeEach(await drawPages(pdf, mkdtempSync(path.join(folder, "one-"))))).toEqual([[writeSlip(orderId)]]);
  });

  it("shows the due date of a copy that differs from its order's", async () => {
    const { orderId, loans } = await fixture.desk(clerk).ship(ann, [[await aTitle("Renewed alone", 2), 2]]);
    await db
      .updateTable("assignments")
      .set({ due_on: "2026-05-01" })
      .where("assignment_id", "=", loans[1] ?? 0)
      .execute();
    const [page] = await slipsOf(orderId);
    expect(page).toContain("copy 2, due May 1, 2026");
    expect(page).not.toContain("copy 1, by");
  });

  it("continues on more pages with the same header, and shows the total once at the end", async () => {
    const titles: [Title, number][] = [];
    for (let at = 0; at < 40; at += 1) titles.push([await aTitle(`Volume ${at} of many`, 1), 1]);
    const orderId = await orderOf(ann, ...titles);
    const pdf = await pdfOf([orderId], { paper: "slips" });
    const pages = await pagesOf(pdf);
    expect(pages.length).toBeGreaterThan(1);
    for (const [at, page] of pages.entries()) {
      expect(page).toContain("Packing slip");
      expect(page).toContain(`Page ${at + 1} of ${pages.length}`);
      expect(page).toContain("ID Title Items to return Quantity");
      expect(page.includes("Total 40")).toBe(at === pages.length - 1);
      expect(page.includes("When you return this order")).toBe(at === pages.length - 1);
    }
    const all = pages.join(" ");
    for (let at = 0; at < 40; at += 1) expect(all.split(`Volume ${at} of many`)).toHaveLength(2);
    const codes = decodeEach(await drawPages(pdf, mkdtempSync(path.join(folder, "long-"))));
    expect(codes).toEqual(pages.map(() => [writeSlip(orderId)]));
    const out = (await placedWordsOf(pdf, folder)).filter(({ right, bottom }) => right > 590 || bottom > 770);
    expect(out).toEqual([]);
  });

  it("shows every part of every copy of a kit that doesn't fit a page", async () => {
    const parts = Array.from({ length: 24 }, (_, at) => `9 pieces of model ${at} of the human body`).join("; ");
    const kit = await aTitle("Bodies", 5, { parts });
    const pages = await slipsOf(await orderOf(ann, [kit, 5]));
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.join(" ").match(/9 pieces of model 23 of the human body/g)).toHaveLength(5);
  });

  it("without addresses says so, and has no tear-off label", async () => {
    const orderId = await orderOf(ann, [await aTitle("Lost", 1), 1]);
    await db
      .updateTable("orders")
      .set({ ship_to_name: "", ship_to_school: "", ship_to_street: "", ship_to_city: "" })
      .set({ ship_to_state: "", ship_to_zip: "" })
      .where("order_id", "=", orderId)
      .execute();
    const pdf = await pdfOf([orderId], {}, { ...library, postalAddress: "" });
    const [slip = "", label = ""] = await pagesOf(pdf);
    expect(slip).toContain("Ship to Purchase number");
    expect(slip).toContain("No address on file.");
    expect(slip).not.toContain(" From ");
    expect(label).toContain(`Order #${orderId} · Health Library`);
    expect(label).toContain("No address on file.");
  });
});

describe("a pick list as a PDF", () => {
  it("follows the copies' shelf locations, and names their orders", async () => {
    const near = await aTitle("Near kit", 2, { parts: "1 DVD; 30 cards" });
    const [far, none] = [await aTitle("Lụa: sức khỏe", 1), await aTitle("Nowhere", 1)];
    const at = (title: Title, place: string) => fixture.setTitle(title, { shelf_location: place });
    await at(near, "A10");
    await at(far, "A9");
    const [, annexed = 0] = near.copyIds;
    await fixture.setCopy(annexed, { own_shelf_location: "Annex 2" });
    const first = await orderOf(ann, [near, 1], [far, 1], [none, 1]);
    const second = await orderOf(ann, [near, 1]);
    await db.updateTable("copies").set({ is_inactive: true }).where("item_id", "=", none.itemId).execute();
    const [page = "", ...more] = await pagesOf(await pdfOf([first, second], { paper: "picks" }));
    expect(more).toEqual([]);
    expect(page).toContain(`Pick list 4 copies for orders #${first}, #${second}`);
    const [nearSku, farSku] = [await skusOf(near), await skusOf(far)];
    const rows = [
      `A9 #${farSku} copy 1 Lụa: sức khỏe 1 #${first}`,
      `A10 #${nearSku} copy 1 Near kit`,
      `Annex 2 #${nearSku} copy 2 Near kit`,
      "None available",
    ];
    for (const row of rows) expect(page).toContain(row);
    const places = rows.map((row) => page.indexOf(row));
    expect(places.toSorted((a, b) => a - b)).toEqual(places);
    expect(page).toContain("30 cards");
    expect(page).not.toContain("Packing slip");
  });
});

describe("the labels of packages", () => {
  it("follow the slips on sheets, an address and a return label for each order, and fit their paper", async () => {
    const school = "The Very Long Name of a School ".repeat(6).trim();
    const orders = [await orderOf(ann, [await aTitle("One", 1), 1]), await orderOf(ann, [await aTitle("Two", 1), 1])];
    await db
      .updateTable("orders")
      .set({ ship_to_school: school, ship_to_street: "12 Tudor Terrace" })
      .where("order_id", "=", orders[1] ?? 0)
      .execute();
    for (const template of ["5163", "5160", "22806"] as const) {
      const { columns, label, pitch, margin } = labelTemplates[template];
      const pdf = await pdfOf(orders, { template, startAt: 2 });
      const pages = await pagesOf(pdf);
      expect(pages, template).toHaveLength(3);
      expect(pages[0]).toContain("Packing slip");
      expect(pages[2]?.match(/Order #\d+ · /g), template).toHaveLength(4);
      expect(pages[2], template).toContain("Health Library");
      const sheet = await placedWordsOf(await pdfOf(orders, { template, startAt: 2, paper: "addresses" }), folder);
      // startAt 2: the first label is in the second place
      const [left, top] = [(margin.left + (1 % columns) * pitch.x) * 72, margin.top * 72];
      const zips = sheet.filter(({ text }) => text === "93701");
      expect(zips, template).toHaveLength(2);
      expect(zips[0]?.left).toBeGreaterThan(left);
      expect(zips[0]?.right).toBeLessThan(left + label.width * 72);
      expect(zips[0]?.top).toBeGreaterThan(top);
      expect(zips[0]?.bottom).toBeLessThan(top + label.height * 72);
    }
  });

  it("need the library’s address, a first label on the paper, and at least one order", async () => {
    const orderId = await orderOf(ann, [await aTitle("Three", 1), 1]);
    await expect(pdfOf([orderId], { paper: "returns" }, { ...library, postalAddress: "" })).rejects.toMatchObject({
      message: "Return labels need the library’s postal address. Add it under Site content.",
    });
    await expect(pdfOf([orderId], { startAt: 11 })).rejects.toMatchObject({
      message: "This paper has 10 labels on a page.",
    });
    const ids = Array.from({ length: 51 }, (_, at) => at + 1).join(",");
    expect(await call(clerk, `GET Order/PackingPapers?ids=${ids}`)).toMatchObject({ status: 400 });
  });
});
