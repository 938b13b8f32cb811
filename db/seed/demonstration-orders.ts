import * as z from "zod";
import { statuses } from "#contract/catalog/codes.ts";
import { rowsOf, wholeNumber } from "./csv-rows.ts";

/** A line: the quantity of a title, and how many copies are assigned. */
export type DemonstrationLine = { sku: string; quantity: number; assigned: number };

const statusIds = {
  New: statuses.new,
  Processing: statuses.processing,
  Shipped: statuses.shipped,
  Returned: statuses.returned,
} as const;

const days = z
  .string()
  .transform((cell) => (cell === "" ? undefined : Number(cell)))
  .pipe(z.int().optional());

/** "2 B13553; 3 A39761 (2 packed)" */
const lines = z.string().transform((cell) =>
  cell.split("; ").map((line) => {
    const [, quantity, sku, packed] = /^(\d) ([A-Z]\d{5})(?: \((\d) packed\))?$/u.exec(line) ?? [];
    if (sku === undefined) throw new Error(`No line of an order is ${line}.`);
    return { sku, quantity: Number(quantity), packed: packed === undefined ? undefined : Number(packed) };
  }),
);

const row = z.object({
  borrower: z.string(),
  status: z.enum(["New", "Processing", "Shipped", "Returned", "Waitlist"]),
  ordered: wholeNumber,
  shipped: days,
  returned: days,
  tracking: z.string(),
  note: z.string(),
  lines,
});
type Row = z.output<typeof row>;

/** An order of the demonstration library; all times are in days ago. */
export type DemonstrationOrder = ReturnType<typeof orderOf>;

/** Returns the orders, oldest first, and the borrowers waiting for a title whose copies are all on loan. */
export function demonstrationOrders() {
  const rows = rowsOf("demonstration-orders.csv", row);
  return {
    orders: rows.flatMap(({ status, ...order }) => (status === "Waitlist" ? [] : [orderOf(order, status)])),
    waitlist: rows.filter(({ status }) => status === "Waitlist"),
  };
}

function orderOf({ lines: titles, ...order }: Omit<Row, "status">, status: keyof typeof statusIds) {
  return {
    ...order,
    statusId: statusIds[status],
    assigned: order.shipped ?? order.ordered - 1,
    lines: titles.map(({ sku, quantity, packed = status === "New" ? 0 : quantity }) => ({
      sku,
      quantity,
      assigned: packed,
    })),
  };
}
