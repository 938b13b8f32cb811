import type { Paper } from "pdfkit";
import { type Fetch, ordersInWords, picksInWords } from "#contract/desk/parcel/pick-list.ts";
import { partInWords, partsOf } from "#contract/titles/parts.ts";
import { breathing } from "#server/platform/pdf/while-drawn.ts";
import { beside, type Block, type Column, rule, space, stack, toTick, words } from "./blocks.ts";
import { onPages } from "./on-pages.rules.ts";

const page = { width: 612, height: 792, margin: 36 }; // US Letter, in points
const all: Column = { x: page.margin, width: page.width - 2 * page.margin };
const columns = {
  place: { x: 36, width: 96 },
  copies: { x: 138, width: 108, size: 9.5 },
  title: { x: 252, width: 184 },
  count: { x: 442, width: 30 },
  orders: { x: 478, width: 98 },
};

/** What to fetch for these orders, place by place, on as many pages of Letter as it takes. */
export async function drawPickList(
  paper: Paper,
  picks: readonly Fetch[],
  orders: readonly { orderId: number }[],
): Promise<void> {
  const breathe = breathing();
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
    await breathe();
    if (paper.destroyed) return;
    rows.push(rowOf(paper, pick));
  }
  const pages = onPages(
    rows.map((row) => [row]),
    { first: room - subject.height, others: room },
  );
  for (const [at, blocks] of pages.entries()) {
    await breathe();
    if (paper.destroyed) return;
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

function rowOf(paper: Paper, { item, place, copies, count, orders }: Fetch): Block {
  const names = copies.map(({ skuNumber, copyNumber }) => `#${skuNumber} copy ${copyNumber}`);
  const parts = partsOf(item.parts).map(partInWords);
  const cells = [
    words(paper, place, { ...columns.place, weight: "bold" }),
    names.length > 0
      ? stack(names.map((name) => toTick(paper, [name], columns.copies)))
      : words(paper, `#${item.referenceNumber}`, columns.copies),
    stack([words(paper, item.title, columns.title), toTick(paper, parts, { ...columns.title, size: 9 })]),
    words(paper, String(count), columns.count),
    words(paper, ordersInWords(orders), columns.orders),
  ];
  return stack([space(4), beside(cells), space(4), rule(paper, all, 0.5)]);
}
