import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, it, vi } from "vitest";
import { labelsOnPage, type LabelTemplate, labelTemplates } from "#contract/labels/label-templates.ts";
import { writeLabel } from "#contract/labels/labels.ts";
import { testApp } from "#server/test/app.ts";
import { decodeCodes, drawPages, wordsOf } from "#server/test/decode-codes.ts";
import { anAdmin, anItem } from "#server/test/factories.ts";

// every label is cut out and read by a process of its own
vi.setConfig({ testTimeout: 120_000 });
const house = await testApp();
const admin = await anAdmin(house);
const folder = await mkdtemp(path.join(tmpdir(), "library-sheets-"));
afterAll(() => rm(folder, { recursive: true }));

const title =
  "Growing up healthy: a very long title that no label of one inch has the room to show from its start to end";
const { copyIds } = await anItem(house, 31, { title, referenceNumber: "B12345" });
const templates: LabelTemplate[] = ["5160", "5163", "22806", "roll"];
const dots = 300; // per inch
const codeOf = (inventoryItemId: number | undefined) =>
  writeLabel({ inventoryItemId: inventoryItemId ?? 0, skuNumber: "B12345" });

const ask = (body: object) =>
  house.app.inject({
    method: "POST",
    url: "/api/Labels/MakeSheet",
    headers: { authorization: `Bearer ${admin.token}` },
    payload: body,
  });

async function sheet(body: object): Promise<{ pdf: Buffer; pages: string[] }> {
  const answer = await ask(body);
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/pdf; charset=utf-8"]);
  const own = await mkdtemp(path.join(folder, "sheet-"));
  return { pdf: answer.rawPayload, pages: await drawPages(answer.rawPayload, own, dots) };
}

/** The piece of a drawn page where, by its maker's measures, a label lies; `moved` in inches. */
async function labelAt(page: string, template: LabelTemplate, place: number, moved = { x: 0, y: 0 }): Promise<string> {
  const { columns, label, pitch, margin } = labelTemplates[template];
  const file = `${page}-${place}.png`;
  await sharp(await readFile(page))
    .extract({
      left: Math.max(0, Math.round((margin.left + (place % columns) * pitch.x + moved.x) * dots)),
      top: Math.max(0, Math.round((margin.top + Math.floor(place / columns) * pitch.y + moved.y) * dots)),
      width: Math.floor(label.width * dots),
      height: Math.floor(label.height * dots),
    })
    .png()
    .toFile(file);
  return file;
}

/** The codes of the labels of a page, cut out one by one. */
async function codesOf(page: string, template: LabelTemplate, moved?: { x: number; y: number }): Promise<string[][]> {
  const codes: string[][] = [];
  for (let place = 0; place < labelsOnPage(template); place += 1) {
    codes.push(decodeCodes([await labelAt(page, template, place, moved)]));
  }
  return codes;
}

describe.each(templates)("a full sheet of %s", (template) => {
  const onPage = labelsOnPage(template);

  it("has the paper's size, and every label lies in its place and reads as its copy", async () => {
    const ids = copyIds.slice(0, onPage);
    const { pages } = await sheet({ inventoryItemIds: ids, template });
    expect(pages).toHaveLength(1);
    const { width, height } = await sharp(await readFile(pages[0] ?? "")).metadata();
    const { page } = labelTemplates[template];
    expect({ width, height }).toEqual({ width: Math.ceil(page.width * dots), height: Math.ceil(page.height * dots) });
    expect(await codesOf(pages[0] ?? "", template)).toEqual(ids.map((id) => [codeOf(id)]));
  });

  it("goes on over the next page, and says on each label what the copy is called and how its title begins", async () => {
    const ids = copyIds.slice(0, onPage + 1);
    const { pdf, pages } = await sheet({ inventoryItemIds: ids, template });
    expect(pages).toHaveLength(2);
    expect(decodeCodes(pages.slice(1))).toEqual([codeOf(ids.at(-1))]);
    const words = await wordsOf(pdf, folder);
    for (let copy = 1; copy <= ids.length; copy += 1) expect(words).toMatch(new RegExp(`#B12345 copy ${copy}(?!\\d)`));
    expect(words.match(/Growing/g)).toHaveLength(ids.length);
  });

  it("has a page to calibrate by, with a number for each label and no code", async () => {
    const { pdf, pages } = await sheet({ inventoryItemIds: [], template, calibration: true });
    expect(pages).toHaveLength(1);
    expect(decodeCodes(pages)).toEqual([]);
    expect(await wordsOf(pdf, folder)).toMatch(/Print at\s+100 %/);
  });
});

describe("a sheet", () => {
  it("that was begun goes on at the label that is told", async () => {
    const ids = copyIds.slice(0, 4);
    const { pages } = await sheet({ inventoryItemIds: ids, template: "5163", startAt: 8 });
    expect(pages).toHaveLength(2);
    const first = await codesOf(pages[0] ?? "", "5163");
    expect(first).toEqual([[], [], [], [], [], [], [], [codeOf(ids[0])], [codeOf(ids[1])], [codeOf(ids[2])]]);
    expect((await codesOf(pages[1] ?? "", "5163"))[0]).toEqual([codeOf(ids[3])]);
  });

  it("is moved by tenths of a millimetre", async () => {
    const ids = copyIds.slice(0, 30);
    const straight = await darkFrom((await sheet({ inventoryItemIds: ids, template: "5160" })).pages[0]);
    const moved = await sheet({ inventoryItemIds: ids, template: "5160", offsetX: 30, offsetY: -21 });
    const there = await darkFrom(moved.pages[0]);
    expect((there.left - straight.left) / dots).toBeCloseTo(3 / 25.4, 2);
    expect((there.top - straight.top) / dots).toBeCloseTo(-2.1 / 25.4, 2);
    const way = { x: 3 / 25.4, y: -2.1 / 25.4 };
    expect(await codesOf(moved.pages[0] ?? "", "5160", way)).toEqual(ids.map((id) => [codeOf(id)]));
  });

  it("of a copy with letters that the fonts have not got shows none of them, and its code reads all the same", async () => {
    const { copyIds: foreign } = await anItem(house, 1, { title: "健康 手册", referenceNumber: "健1" });
    const { pdf, pages } = await sheet({ inventoryItemIds: foreign, template: "5160" });
    expect(decodeCodes(pages)).toEqual([writeLabel({ inventoryItemId: foreign[0] ?? 0, skuNumber: "健1" })]);
    expect((await wordsOf(pdf, folder)).trim()).toBe(`Id ${foreign[0]}, copy 1`);
  });

  it("of no copy, beyond the paper, of unknown copies or of too many is refused", async () => {
    const some = { inventoryItemIds: copyIds.slice(0, 1), template: "5163" };
    const refusal = { isSuccess: false, message: expect.any(String) };
    expect((await ask({ ...some, inventoryItemIds: [] })).json()).toMatchObject({
      ...refusal,
      message: "Choose at least one copy.",
    });
    expect((await ask({ ...some, startAt: 11 })).json()).toMatchObject({
      ...refusal,
      message: "This paper has 10 labels on a page.",
    });
    expect((await ask({ ...some, inventoryItemIds: [2_000_000_000] })).statusCode).toBe(404);
    expect((await ask({ ...some, template: "5161" })).statusCode).toBe(400);
    expect((await ask({ ...some, offsetX: 101 })).statusCode).toBe(400);
    expect((await ask({ ...some, inventoryItemIds: Array(2001).fill(copyIds[0]) })).statusCode).toBe(400);
  });
});

/** Where the first dark dot from the left and from the top is. */
async function darkFrom(page = ""): Promise<{ left: number; top: number }> {
  const { info } = await sharp(await readFile(page))
    .trim({ threshold: 100 })
    .toBuffer({ resolveWithObject: true });
  return { left: -(info.trimOffsetLeft ?? 0), top: -(info.trimOffsetTop ?? 0) };
}
