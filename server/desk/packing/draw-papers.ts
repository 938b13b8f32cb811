import type { Paper } from "pdfkit";
import type { Received } from "#contract/wire/endpoint.ts";
import type { StaffOrder } from "#contract/orders/orders.ts";
import { type AddressLabel, backLabel, outLabel, withName } from "#contract/desk/package.ts";
import { type packingPapers, type PickRow, ordersInWords, picksInWords } from "#contract/desk/packing.ts";
import { labelsOnPage } from "#contract/catalog/labels.ts";
import { drawPdf } from "#server/platform/pdf/pdf-fonts.ts";
import { type Box, labelBox, pageSize } from "#server/platform/pdf/label-paper.rules.ts";
import { drawSlip, type Sender, type SlipDays } from "./draw-slip.ts";
import * as z from "zod";
import { countLines, drawWords, lineHeight } from "#server/platform/pdf/draw-words.ts";
import { partInWords, partsOf } from "#contract/catalog/parts.ts";
import { beside, type Block, checklist, type Column, onPages, rule, space, stack, words } from "./draw-blocks.ts";

export type Input = Pick<
  Received<typeof packingPapers>["query"],
  "paper" | "template" | "startAt" | "offsetX" | "offsetY"
>;

/** What is printed about orders; `picks` only for a pick list. */
export type Papers = {
  orders: readonly StaffOrder[];
  input: Input;
  sender: Sender;
  days: SlipDays;
  picks: readonly PickRow[];
};

const papers = z.custom<Papers>((value) => value instanceof Object);

/** Draws the papers for orders. Runs in the drawing process. */
export async function run(given: unknown): Promise<Uint8Array> {
  const { days, ...rest } = papers.parse(given);
  return drawPdf(`Packing, ${days.today}`, (paper) => drawPapers(paper, { days, ...rest }));
}

/** Draws each order's slip, then sheets with its address and return labels; or just the pick list. */
function drawPapers(paper: Paper, { orders, input, sender, days, picks }: Papers): void {
  if (input.paper === "picks") {
    drawPickList(paper, picks, orders);
    return;
  }
  const includes = (part: Input["paper"]) => input.paper === "" || input.paper === part;
  for (const order of includes("slips") ? orders : []) drawSlip(paper, order, sender, days);
  const library = withName(sender.siteName, sender.postalAddress);
  const labels = orders.flatMap((order) => [
    ...(includes("addresses") ? [outLabel(order, library)] : []),
    ...(includes("returns") && sender.postalAddress !== "" ? [backLabel(order, library)] : []),
  ]);
  for (const [at, label] of labels.entries()) {
    const place = (input.startAt - 1 + at) % labelsOnPage(input.template);
    if (at === 0 || place === 0) paper.addPage({ size: pageSize(input.template), margin: 0 });
    drawAddressLabel(paper, label, labelBox(input.template, place, input));
  }
}

const padding = { x: 11, y: 5 }; // points, as printers are inexact
const fromSize = 6.5;
const sizes = [12, 11, 10, 9, 8, 7, 6];

function drawAddressLabel(paper: Paper, { to, from }: AddressLabel, place: Box): void {
  const width = place.width - 2 * padding.x;
  const room = place.height - 2 * padding.y - fromSize * lineHeight - 3;
  const lines = to.split("\n").filter((line) => line.trim() !== "");
  const linesAt = (size: number) => lines.map((line) => countLines(paper, line, { weight: "regular", size, width }));
  const fits = (size: number) => linesAt(size).reduce((sum, count) => sum + count, 0) * size * lineHeight <= room;
  const size = sizes.find(fits) ?? 6;
  // an address that is too long loses the ends of its lines rather than whole lines
  const maxLines = fits(size)
    ? Number.POSITIVE_INFINITY
    : Math.max(1, Math.floor(room / size / lineHeight / lines.length));
  const heights = linesAt(size).map((count) => Math.min(count, maxLines) * size * lineHeight);
  const height = heights.reduce((sum, line) => sum + line, 0);
  const x = place.x + padding.x;
  let y = place.y + padding.y + Math.max(0, (room - height) / 2);
  const plain = { weight: "regular", isCentered: false } as const;
  paper.fillColor("#000");
  drawWords(paper, from, { box: { x, y, width, height: fromSize * lineHeight }, size: fromSize, ...plain });
  y += fromSize * lineHeight + 3;
  for (const [at, line] of lines.entries()) {
    const own = heights[at] ?? 0;
    drawWords(paper, line, { box: { x, y, width, height: own }, size, ...plain });
    y += own;
  }
}

const page = { width: 612, height: 792, margin: 36 }; // US Letter, in points
const all: Column = { x: page.margin, width: page.width - 2 * page.margin };
const columns = {
  place: { x: 36, width: 96 },
  copies: { x: 138, width: 108, size: 9.5 },
  title: { x: 252, width: 184 },
  count: { x: 442, width: 30 },
  orders: { x: 478, width: 98 },
};

function drawPickList(paper: Paper, picks: readonly PickRow[], orders: readonly { orderId: number }[]): void {
  const subject = words(paper, picksInWords(picks, orders), all);
  const head = (number: string) =>
    stack([
      beside([
        words(paper, "Pick list", { ...all, size: 19, weight: "bold" }),
        words(paper, number, { x: 496, width: 80, size: 9.5 }),
      ]),
      space(6),
    ]);
  const tableHead = headOfTable(paper);
  const room = page.height - 2 * page.margin - head("Page 1 of 1").height - tableHead.height;
  const rows: Block[] = [];
  for (const pick of picks) {
    rows.push(rowOf(paper, pick));
  }
  const pages = onPages(
    rows.map((row) => [row]),
    { first: room - subject.height, others: room },
  );
  for (const [at, blocks] of pages.entries()) {
    paper.addPage({ size: [page.width, page.height], margin: 0 });
    const number = pages.length > 1 ? `Page ${at + 1} of ${pages.length}` : "";
    stack([head(number), ...(at === 0 ? [subject] : []), tableHead, ...blocks]).draw(page.margin);
  }
}

function headOfTable(paper: Paper): Block {
  const names = { place: "Shelf", copies: "Copies", title: "Title", count: "No.", orders: "For orders" } as const;
  const cell = (name: keyof typeof names) => words(paper, names[name], { ...columns[name], size: 9, weight: "bold" });
  const cells = [cell("place"), cell("copies"), cell("title"), cell("count"), cell("orders")];
  return stack([space(8), beside(cells), space(3), rule(paper, all, 0.8)]);
}

function rowOf(paper: Paper, { item, place, copies, count, orders }: PickRow): Block {
  const names = copies.map(({ skuNumber, copyNumber }) => `#${skuNumber} copy ${copyNumber}`);
  const parts = partsOf(item.parts).map(partInWords);
  const cells = [
    words(paper, place, { ...columns.place, weight: "bold" }),
    names.length > 0
      ? stack(names.map((name) => checklist(paper, [name], columns.copies)))
      : words(paper, `#${item.referenceNumber}`, columns.copies),
    stack([words(paper, item.title, columns.title), checklist(paper, parts, { ...columns.title, size: 9 })]),
    words(paper, String(count), columns.count),
    words(paper, ordersInWords(orders), columns.orders),
  ];
  return stack([space(4), beside(cells), space(4), rule(paper, all, 0.5)]);
}
