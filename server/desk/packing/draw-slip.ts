import type { Paper } from "pdfkit";
import type { OrderItem, StaffOrder } from "#contract/orders/orders.ts";
import {
  addressLines,
  copiesToSend,
  returnCostInWords,
  type ReturnCosts,
  slipDates,
  withName,
} from "#contract/desk/package.ts";
import { writeSlip } from "#contract/desk/slip-code.ts";
import type { SchoolCalendar } from "#contract/people/school-days.ts";
import type { ClosedDays } from "#contract/orders/business-days.ts";
import { partInWords, partsOf } from "#contract/catalog/parts.ts";
import { dayOf } from "#server/platform/clock.ts";
import { dayInWords } from "#server/platform/mail/letter/letter.ts";
import { drawCode } from "#server/platform/pdf/draw-words.ts";
import { beside, type Block, checklist, type Column, onPages, rule, space, stack, words } from "./draw-blocks.ts";

export type Sender = {
  siteName: string;
  /** In lines; empty if it isn't set. */
  postalAddress: string;
  phones: readonly string[];
  email: string;
  closed: ClosedDays;
  costs: ReturnCosts;
};

/** `schools`: the calendar of each order's school. */
export type SlipDays = {
  today: string;
  timeZone: string;
  loanDays: number;
  schools: ReadonlyMap<number, SchoolCalendar>;
};

const page = { width: 612, height: 792, margin: 36 }; // US Letter, in points
const all: Column = { x: page.margin, width: page.width - 2 * page.margin };
const code = 88; // 31 mm: modules of 0.8 mm
const columns = {
  id: { x: 36, width: 64, size: 9.5 }, // six Ws are the widest
  title: { x: 104, width: 270 },
  back: { x: 382, width: 136 },
  quantity: { x: 526, width: 50 },
};

/** Draws an order's packing slip on Letter pages. Leaves out the staff's note, which borrowers must not see. */
export function drawSlip(paper: Paper, order: StaffOrder, sender: Sender, days: SlipDays): void {
  const dates = slipDates(order, { ...days, closed: sender.closed, school: days.schools.get(order.orderId) });
  const facts = stack([factsOf(paper, order, dates, days.timeZone), space(14)]);
  const rows = order.orderItems.map((line) => rowsOf(paper, line));
  const total = totalOf(paper, order.itemCount);
  const end = [adviceOf(paper, order, sender.costs, dates), ...tearOffOf(paper, order, sender)];
  const tableHead = headOfTable(paper);
  const isRow = new Set([...rows.flat(), total]);

  const top = page.margin + headOf(paper, order, sender, "1 of 1").height;
  const room = page.height - page.margin - top - tableHead.height;
  const table = [...rows.slice(0, -1), [...(rows.at(-1) ?? []), total]];
  const pages = onPages([...table, end], { first: room - facts.height, others: room });
  for (const [at, blocks] of pages.entries()) {
    paper.addPage({ size: [page.width, page.height], margin: 0 });
    const head = headOf(paper, order, sender, pages.length > 1 ? `${at + 1} of ${pages.length}` : "");
    const [above, below] = [blocks.filter((block) => isRow.has(block)), blocks.filter((block) => !isRow.has(block))];
    stack([head, ...(at === 0 ? [facts] : []), ...(above.length > 0 ? [tableHead] : []), ...above]).draw(page.margin);
    // the end of the slip goes to the bottom of the page
    const foot = stack(below);
    foot.draw(page.height - page.margin - foot.height);
  }
}

function headOf(paper: Paper, order: StaffOrder, sender: Sender, pageNumber: string): Block {
  const text: Column = { x: all.x, width: 300 };
  const right: Column = { x: 352, width: 130 };
  const from = stack([
    words(paper, sender.siteName, { ...text, size: 15, weight: "bold" }),
    words(paper, sender.postalAddress, { ...text, size: 9.5 }),
    words(paper, [...sender.phones, sender.email].filter(Boolean).join(" · "), { ...text, size: 9.5 }),
  ]);
  const name = stack([
    words(paper, "Packing slip", { ...right, size: 19, weight: "bold" }),
    words(paper, `Order #${order.orderId}`, { ...right, size: 12 }),
    words(paper, pageNumber && `Page ${pageNumber}`, { ...right, size: 9.5 }),
  ]);
  const toScan: Block = {
    height: code,
    // the code has a margin of its own, so it is shifted to line up with the text
    draw: (y) => drawCode(paper, writeSlip(order.orderId), { x: 494, y: y - 8, width: code, height: code }),
  };
  return stack([beside([from, name, toScan]), rule(paper, all, 1.5), space(12)]);
}

function factsOf(paper: Paper, order: StaffOrder, dates: { due: string; mailBackBy: string }, timeZone: string): Block {
  const address: Column = { x: all.x, width: 290 };
  const day = (value: string) => dayInWords(value, "en");
  const fact = (name: string, value: string, weight: "regular" | "bold" = "regular") =>
    beside([
      words(paper, name, { x: 352, width: 110 }),
      words(paper, value, { x: 466, width: 110, weight }),
      space(14),
    ]);
  const to = addressLines(order.borrower).join("\n");
  return beside([
    stack([
      words(paper, "Ship to", { ...address, size: 9, weight: "bold" }),
      words(paper, to, { ...address, size: 11 }),
    ]),
    stack([
      fact("Purchase number", String(order.orderId)),
      fact("Ordered", day(dayOf(new Date(order.orderDate), timeZone))),
      fact("Shipped", order.shipDate ? day(order.shipDate) : "–"),
      fact("Mail it back by", day(dates.mailBackBy), "bold"),
      fact("So it reaches us by", day(dates.due), "bold"),
    ]),
  ]);
}

function headOfTable(paper: Paper): Block {
  const names = { id: "ID", title: "Title", back: "Items to return", quantity: "Quantity" } as const;
  const cell = (name: keyof typeof names) => words(paper, names[name], { ...columns[name], size: 9, weight: "bold" });
  return stack([beside([cell("id"), cell("title"), cell("back"), cell("quantity")]), space(3), rule(paper, all, 0.8)]);
}

/** Draws a title with a checkbox for each copy. A kit's copies are separate blocks, which may go on the next page. */
function rowsOf(paper: Paper, line: OrderItem): Block[] {
  const { inventory, quantity } = line;
  const copies = copiesToSend(line, (day) => dayInWords(day, "en"));
  const isKit = inventory.parts !== "";
  const { id, title, back } = columns;
  const first = beside([
    words(paper, `#${inventory.referenceNumber}`, id),
    stack([words(paper, inventory.title, title), words(paper, inventory.categoryName, { ...title, size: 8.5 })]),
    isKit ? words(paper, "Every part below", back) : stack(copies.map((name) => checklist(paper, [name], back))),
    words(paper, String(quantity), columns.quantity),
  ]);
  const parts = partsOf(inventory.parts).map(partInWords);
  const kits = copies.map((name) =>
    stack([checklist(paper, [name], title), checklist(paper, parts, { x: 118, width: 458, size: 9 })]),
  );
  const rows = [first, ...(isKit ? kits : [])].map((row) => stack([space(4), row]));
  return rows.map((row, at) => (at === rows.length - 1 ? stack([row, space(4), rule(paper, all, 0.5)]) : row));
}

function totalOf(paper: Paper, count: number): Block {
  const bold = { weight: "bold" } as const;
  return stack([
    space(4),
    beside([
      words(paper, "Total", { ...columns.id, ...bold }),
      words(paper, String(count), { ...columns.quantity, ...bold }),
    ]),
    space(10),
  ]);
}

function adviceOf(
  paper: Paper,
  order: StaffOrder,
  costs: ReturnCosts,
  dates: { due: string; mailBackBy: string },
): Block {
  const inside: Column = { x: all.x + 10, width: all.width - 20 };
  const [mailBackBy, due] = [dayInWords(dates.mailBackBy, "en"), dayInWords(dates.due, "en")];
  const text = stack([
    space(7),
    words(paper, "When you return this order", { ...inside, size: 9, weight: "bold" }),
    space(2),
    words(
      paper,
      `Return everything on this list, and put this slip in the package. Insure it, and use a carrier with tracking. Return shipping is ${returnCostInWords(order.orderItems, costs)}. Allow 3-5 business days for shipping. Mail it back by ${mailBackBy} so that it reaches us by ${due}.`,
      inside,
    ),
    space(8),
  ]);
  const draw = (y: number) => {
    paper.lineWidth(0.6).rect(all.x, y, all.width, text.height).stroke("#000");
    text.draw(y);
  };
  return { height: text.height, draw };
}

/** Draws the tear-off return label; none without the library's address. */
function tearOffOf(paper: Paper, order: StaffOrder, { siteName, postalAddress }: Sender): Block[] {
  if (postalAddress === "") return [];
  const [from, to]: Column[] = [
    { x: all.x, width: 210 },
    { x: 270, width: 306 },
  ];
  if (!from || !to) return [];
  const dashes: Block = {
    height: 12,
    draw: (y) => {
      paper.lineWidth(1.2);
      for (let x = all.x; x < all.x + all.width; x += 9) paper.moveTo(x, y).lineTo(Math.min(x + 5, 576), y);
      paper.stroke("#000");
    },
  };
  const sender = stack([
    words(paper, "From", { ...from, size: 9, weight: "bold" }),
    space(2),
    words(paper, addressLines(order.borrower).join("\n"), from),
    words(paper, `Order #${order.orderId}`, from),
  ]);
  const recipient = stack([
    words(paper, "To", { ...to, size: 9, weight: "bold" }),
    space(2),
    words(paper, withName(siteName, postalAddress), { ...to, size: 15, weight: "bold" }),
  ]);
  return [stack([space(14), dashes, beside([sender, recipient])])];
}
