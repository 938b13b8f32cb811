import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { writeLabel } from "#contract/catalog/label-code.ts";
import { getLabelCopies, labelsOnPage, type LabelTemplate, labelTemplates } from "#contract/catalog/labels.ts";
import { coverageOf } from "#server/platform/pdf/pdf-fonts.ts";
import { testApp } from "#server/test/app.ts";
import {
  cutOut,
  decodeCodes,
  decodeEach,
  drawPages,
  placedWordsOf,
  readPage,
  wordsOf,
} from "#server/test/decode-codes.ts";
import { anAdmin, anItem } from "#server/test/factories.ts";
import { labelName, run as drawSheet } from "./draw-sheet.ts";
import { copiesByIds } from "./labels.queries.ts";

// external programs render and read the pages
vi.setConfig({ testTimeout: 60_000 });
const fixture = await testApp();
const admin = await anAdmin(fixture);
const folder = await mkdtemp(path.join(tmpdir(), "library-sheets-"));
afterAll(() => rm(folder, { recursive: true }));

const title =
  "Growing up healthy: a very long title that no label of one inch has the room to show from its start to end";
const { copyIds } = await anItem(fixture, 31, { title, referenceNumber: "B12345" });
const templates: LabelTemplate[] = ["5160", "5163", "22806", "roll"];
const dots = 200; // per inch: the resolution of a plain label printer
const codeOf = (inventoryItemId: number | undefined) =>
  writeLabel({ inventoryItemId: inventoryItemId ?? 0, skuNumber: "B12345" });

const request = (body: object) =>
  fixture.app.inject({
    method: "POST",
    url: "/api/Labels/MakeSheet",
    headers: { authorization: `Bearer ${admin.token}` },
    payload: body,
  });

async function sheet(body: object, dotsPerInch = dots): Promise<{ pdf: Buffer; pages: string[] }> {
  const answer = await request(body);
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/pdf; charset=utf-8"]);
  const own = await mkdtemp(path.join(folder, "sheet-"));
  return { pdf: answer.rawPayload, pages: await drawPages(answer.rawPayload, own, dotsPerInch) };
}

/** Cuts the labels out of a rendered page by the manufacturer's dimensions. */
async function cutLabels(page = "", template: LabelTemplate): Promise<string[]> {
  const { columns, label, pitch, margin } = labelTemplates[template];
  const drawn = await readPage(page);
  const cut = Array.from({ length: labelsOnPage(template) }, (_, place) => {
    const left = (margin.left + (place % columns) * pitch.x) * dots;
    const top = (margin.top + Math.floor(place / columns) * pitch.y) * dots;
    return cutOut(drawn, { left, top, width: label.width * dots, height: label.height * dots }, `${page}-${place}.pgm`);
  });
  return Promise.all(cut);
}

const codesOf = async (page = "", template: LabelTemplate) => decodeEach(await cutLabels(page, template));

describe.each(templates)("a full sheet of %s", (template) => {
  const onPage = labelsOnPage(template);

  it("has the paper's size, and each label in its place scans as its copy and names it", async () => {
    const ids = copyIds.slice(0, onPage + 1);
    const { pdf, pages } = await sheet({ inventoryItemIds: ids, template });
    expect(pages).toHaveLength(2);
    const { width, height } = await readPage(pages[0] ?? "");
    const { page } = labelTemplates[template];
    expect({ width, height }).toEqual({ width: Math.ceil(page.width * dots), height: Math.ceil(page.height * dots) });
    const labels = await cutLabels(pages[0], template);
    expect(decodeEach(labels)).toEqual(ids.slice(0, onPage).map((id) => [codeOf(id)]));
    await expectInPlace(labels, template);
    // it continues on the next page
    expect((await codesOf(pages[1], template)).flat()).toEqual([codeOf(ids.at(-1))]);
    const words = await wordsOf(pdf, folder);
    for (let copy = 1; copy <= ids.length; copy += 1) expect(words).toMatch(new RegExp(`#B12345 copy ${copy}(?!\\d)`));
    expect(words.match(/Growing/g)).toHaveLength(ids.length);
  });

  it("has a calibration page with a number for each label and no codes", async () => {
    const { pdf, pages } = await sheet({ inventoryItemIds: [], template, calibration: true });
    expect(pages).toHaveLength(1);
    expect(decodeCodes(pages)).toEqual([]);
    expect(await wordsOf(pdf, folder)).toMatch(/Print at\s+100%/);
    const { label, columns, pitch, margin } = labelTemplates[template];
    const onOutlines = (await placedWordsOf(pdf, folder)).filter(({ left, top, right, bottom }) =>
      Array.from({ length: onPage }, (_, place) => {
        const x = (margin.left + (place % columns) * pitch.x) * 72;
        const y = (margin.top + Math.floor(place / columns) * pitch.y) * 72;
        const [toRight, toBottom] = [x + label.width * 72, y + label.height * 72];
        const touches = right > x && left < toRight && bottom > y && top < toBottom;
        const isInside = left > x && right < toRight && top > y && bottom < toBottom;
        return touches && !isInside;
      }).some(Boolean),
    );
    expect(onOutlines, "words across an outline").toEqual([]);
  });
});

describe("a label sheet", () => {
  it("starts at the requested label", async () => {
    const ids = copyIds.slice(0, 4);
    const { pages } = await sheet({ inventoryItemIds: ids, template: "5163", startAt: 8 });
    expect(pages).toHaveLength(2);
    const first = await codesOf(pages[0], "5163");
    expect(first).toEqual([[], [], [], [], [], [], [], [codeOf(ids[0])], [codeOf(ids[1])], [codeOf(ids[2])]]);
    expect((await codesOf(pages[1], "5163"))[0]).toEqual([codeOf(ids[3])]);
  });

  it("is offset by tenths of a millimeter", async () => {
    const fine = 600; // dots per inch
    const request = { inventoryItemIds: copyIds.slice(0, 1), template: "roll" };
    const straight = await darkFrom((await sheet(request, fine)).pages[0]);
    const moved = await sheet({ ...request, offsetX: 30, offsetY: -21 }, fine);
    const there = await darkFrom(moved.pages[0]);
    expect((there.left - straight.left) / fine).toBeCloseTo(3 / 25.4, 2);
    expect((there.top - straight.top) / fine).toBeCloseTo(-2.1 / 25.4, 2);
    expect(decodeCodes(moved.pages)).toEqual([codeOf(copyIds[0])]);
  });

  it("prints titles in every script it has a font for, with codes that scan", async () => {
    const titles = ["Sức khỏe tâm thần", "Здоровье", "健康與營養", "건강한 생활", "Առողջություն", "สุขภาพ Thai"];
    const copies: number[] = [];
    for (const [at, each] of titles.entries()) {
      const { copyIds: ids } = await anItem(fixture, 1, { title: each, referenceNumber: `健${at}` });
      copies.push(...ids);
    }
    const { pdf, pages } = await sheet({ inventoryItemIds: copies, template: "5160" });
    const codes = copies.map((inventoryItemId, at) => writeLabel({ inventoryItemId, skuNumber: `健${at}` }));
    expect((await codesOf(pages[0], "5160")).flat()).toEqual(codes);
    const words = await wordsOf(pdf, folder);
    for (const text of [...titles.slice(0, 5), "Thai", "#健0 copy 1"]) expect(words.normalize("NFC")).toContain(text);
    expect(words).not.toMatch(/\p{sc=Thai}/u);
    const listed = (await fixture.call(getLabelCopies, { query: {} }, admin.token)).body.data;
    const shortened = listed.filter(({ isTitleShown }) => !isTitleShown).map(({ title: each }) => each);
    expect(shortened).toEqual(["สุขภาพ Thai"]);
  });

  it("prints shelf locations if requested, below a title of any length, with codes that scan", async () => {
    const shelved = { title, referenceNumber: "B77777", shelfLocation: "Aisle 3, bay B" };
    const { copyIds: ids } = await anItem(fixture, 3, shelved);
    const annex = fixture.db.updateTable("copies").set({ own_shelf_location: "Annex" });
    await annex.where("copy_id", "in", ids.slice(2)).execute();
    const codes = ids.map((inventoryItemId) => writeLabel({ inventoryItemId, skuNumber: "B77777" }));
    for (const template of templates) {
      const { pdf, pages } = await sheet({ inventoryItemIds: ids, template, shelfLocation: true });
      expect(decodeCodes(pages).toSorted(), template).toEqual(codes.toSorted());
      expect((await wordsOf(pdf, folder)).match(/Aisle 3, bay B|Annex/g)?.toSorted(), template).toEqual([
        "Aisle 3, bay B",
        "Aisle 3, bay B",
        "Annex",
      ]);
      const without = await sheet({ inventoryItemIds: ids, template });
      expect(await wordsOf(without.pdf, folder)).not.toContain("Aisle");
    }
    const placed = await placedWordsOf(
      (await sheet({ inventoryItemIds: ids, template: "roll", shelfLocation: true })).pdf,
      folder,
    );
    const { height, width } = labelTemplates.roll.label;
    expect(placed.filter(({ right, bottom }) => right > width * 72 || bottom > height * 72)).toEqual([]);
  });

  it("is refused without copies, for a start beyond the page, or for unknown copies", async () => {
    const some = { inventoryItemIds: copyIds.slice(0, 1), template: "5163" };
    const refusal = { isSuccess: false, message: expect.any(String) };
    expect((await request({ ...some, inventoryItemIds: [] })).json()).toMatchObject({
      ...refusal,
      message: "Choose at least one copy.",
    });
    expect((await request({ ...some, startAt: 11 })).json()).toMatchObject({
      ...refusal,
      message: "This paper has 10 labels on a page.",
    });
    expect((await request({ ...some, inventoryItemIds: [2_000_000_000] })).statusCode).toBe(404);
    expect((await request({ ...some, offsetX: 101 })).statusCode).toBe(400);
  });
});

it("a sheet of Chinese titles takes almost no processor time from the library's process", async () => {
  const hanzi = Array.from({ length: 150 }, (_, at) => String.fromCodePoint(0x4e00 + 97 * at)).join("");
  const { copyIds: ids } = await anItem(fixture, 1, { title: hanzi, referenceNumber: "H1" });
  const inventoryItemIds = Array.from({ length: 120 }, () => ids[0] ?? 0);
  const input = { inventoryItemIds, template: "5160", startAt: 1, offsetX: 0, offsetY: 0 } as const;
  const time = await processorTime(async () => expect((await request(input)).statusCode).toBe(200));
  const copies = await copiesByIds(fixture.db, ids);
  const sheetHere = {
    input: { ...input, calibration: false, shelfLocation: false },
    copies: inventoryItemIds.flatMap(() => copies),
  };
  expect(time).toBeLessThan((await processorTime(() => drawSheet(sheetHere))) / 4);
});

/** Returns the processor time that work takes in this process, in microseconds. A busy machine hardly changes it. */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

it("a copy on a label is named by its SKU and number, or by its id if the SKU can't be printed", () => {
  const nameOf = (sku: string) => labelName({ sku_number: sku, copy_number: 2, copy_id: 7 }, coverageOf("regular"));
  expect(nameOf("B12345")).toBe("#B12345 copy 2");
  expect(nameOf("健康1")).toBe("#健康1 copy 2");
  expect(nameOf("สุข1")).toBe("Id 7, copy 2");
  expect(nameOf("A  B")).toBe("Id 7, copy 2");
});

/** Finds the first dark dot from the left and from the top in the picture's top left corner. */
async function darkFrom(
  page = "",
  area = { width: Infinity, height: Infinity },
): Promise<{ left: number; top: number }> {
  const { width, height, dots: gray } = await readPage(page);
  let [left, top] = [Math.min(width, area.width), height];
  for (let row = 0; row < Math.min(height, area.height); row += 1) {
    const dark = gray.subarray(row * width, row * width + Math.min(width, area.width)).findIndex((dot) => dot < 128);
    if (dark < 0) continue;
    left = Math.min(left, dark);
    top = Math.min(top, row);
  }
  return { left, top };
}

/** Expects the code equally far from the top and left edges, or centered on a square, on every label. */
async function expectInPlace(labels: readonly string[], template: LabelTemplate): Promise<void> {
  const { label } = labelTemplates[template];
  const isSquare = label.width === label.height;
  const side = Math.floor(label.height * dots);
  // without the words, which start below the code on a square, and beside it on other labels
  const area = isSquare ? { width: side, height: side * 0.6 } : { width: side * 0.9, height: side };
  const [first = { left: 0, top: 0 }, ...others] = await Promise.all(labels.map((file) => darkFrom(file, area)));
  // a code is 0.62 of a square's side including the four light modules around it, of 49 or 45 in a row
  const left = isSquare ? side * (0.19 + (0.62 * 4) / 47) : first.top;
  expect(Math.abs(first.left - left)).toBeLessThanOrEqual(1);
  for (const at of others) {
    expect(Math.abs(at.left - first.left)).toBeLessThanOrEqual(1);
    expect(Math.abs(at.top - first.top)).toBeLessThanOrEqual(1);
  }
}
