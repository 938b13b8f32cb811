import { randomBytes } from "node:crypto";
import { Refusal } from "#server/refusals/refusal.ts";
import type { Database } from "#server/platform/database.ts";
import type { Person, Title } from "#server/test/circulation-fixture.ts";

/** The clients' operations: the library's own, or naive ones. Each throws a Refusal if refused. */
export type Library = {
  /** Orders a cart; the same cart may be submitted again at the same time. */
  saveOrder(who: Person, cartKey: string): Promise<unknown>;
  checkOut(line: Line): Promise<unknown>;
  assign(line: Line, copyId: number): Promise<unknown>;
  undo(line: Line): Promise<unknown>;
  remove(line: Line, assignmentId: number): Promise<unknown>;
  setStatus(orderId: number, statusId: number): Promise<unknown>;
  cancel(orderId: number): Promise<unknown>;
  undoChange(orderId: number): Promise<unknown>;
  desk?: Desk;
};

type Desk = {
  checkIn(copyId: number): Promise<unknown>;
  undoCheckIn(assignmentId: number): Promise<unknown>;
  lose(assignmentId: number): Promise<unknown>;
  undoLoss(assignmentId: number): Promise<unknown>;
  swap(assignmentId: number, copyId: number): Promise<unknown>;
  renew(orderId: number): Promise<unknown>;
};

export type Line = { orderId: number; lineId: number; itemId: number; quantity: number };
type Order = { orderId: number; lines: Line[] };

/** How often each operation succeeded, was refused, or failed unexpectedly. */
export type Tally = { done: Map<string, number>; refused: number; faults: unknown[]; goOn: () => boolean };

/** The shared state of the clients, running until `goOn` returns false. */
export type Site = {
  db: Database;
  library: Library;
  people: readonly Person[];
  steady: readonly Title[];
  wild: readonly Title[];
  goOn: (done: ReadonlyMap<string, number>) => boolean;
};

/** Runs all clients at once. */
export async function busy(site: Site): Promise<Tally> {
  const done = new Map<string, number>();
  const goOn = () => site.goOn(done);
  const tally: Tally = { done, refused: 0, faults: [], goOn };
  const shared: Order[] = [];
  await Promise.all(
    site.people.map(async (person, index) => {
      while (goOn())
        await (index % 2 === 0 ? steadyRound(site, person, tally) : wildRound(site, person, tally, shared));
    }),
  );
  return tally;
}

/** Takes an order through its ordinary life, each step by two clerks at once, without overcommitting on purpose. */
async function steadyRound(site: Site, person: Person, tally: Tally) {
  const order = await orderCart(site, person, site.steady, tally);
  if (!order) return;
  const { library } = site;
  const twice = async (name: string, work: () => Promise<unknown>) => {
    await Promise.all([attempt(tally, name, work), attempt(tally, name, work)]);
  };
  for (const line of order.lines) await twice("check out", () => library.checkOut(line));
  const line = pick(order.lines);
  await Promise.all([
    attempt(tally, "undo", () => library.undo(line)),
    attempt(tally, "check out", () => library.checkOut(line)),
  ]);
  await twice("edit", () => library.setStatus(order.orderId, 2));
  await Promise.all([
    attempt(tally, "cancel", () => library.cancel(order.orderId)),
    attempt(tally, "check out", () => library.checkOut(line)),
  ]);
  await twice("undo a change", () => library.undoChange(order.orderId));
  await Promise.all([removeOne(site, line, tally), attempt(tally, "check out", () => library.checkOut(line))]);
  await twice("ship", () => library.setStatus(order.orderId, 3));
  const { desk } = library;
  const loan = (await loansOf(site.db, order.orderId)).find((one) => one.loan === "out");
  if (loan && desk) {
    const { copyIds } = site.steady.find(({ itemId }) => itemId === loan.item_id) ?? { copyIds: [] };
    await twice("renew", () => desk.renew(order.orderId));
    for (const copyId of copyIds) await twice("swap", () => desk.swap(loan.assignment_id, copyId));
    await twice("check in", () => desk.checkIn(loan.copy_id));
  }
  await twice("return", () => library.setStatus(order.orderId, 4));
}

/** Does any operation on any of the shared orders, reopening included. */
async function wildRound(site: Site, person: Person, tally: Tally, shared: Order[]) {
  if (shared.length < 6 || Math.random() < 0.15) {
    const order = await orderCart(site, person, site.wild, tally);
    if (order) shared.push(order);
    const old = shared.length > 12 ? shared.shift() : undefined;
    if (old) await attempt(tally, "return", () => site.library.setStatus(old.orderId, 4));
  }
  if (shared.length === 0) return;
  const { library } = site;
  const { orderId, lines } = pick(shared);
  const line = pick(lines);
  const acts: [string, () => Promise<unknown>][] = [
    ["check out", () => library.checkOut(line)],
    ["check out", () => library.checkOut(line)],
    ["assign", () => library.assign(line, pick(titleOf(site.wild, line).copyIds))],
    ["undo", () => library.undo(line)],
    ["edit", () => library.setStatus(orderId, 2)],
    ["ship", () => library.setStatus(orderId, 3)],
    ["return", () => library.setStatus(orderId, 4)],
    ["cancel", () => library.cancel(orderId)],
    ["undo a change", () => library.undoChange(orderId)],
    ["undo a change", () => library.undoChange(orderId)],
    ["reopen", () => library.setStatus(orderId, 1)],
  ];
  const [name, work] = pick([...acts, ...(await deskActs(site, orderId))]);
  await (Math.random() < 0.1 ? removeOne(site, line, tally) : attempt(tally, name, work));
}

/** Returns the desk's actions for an order and one of its loans, current or past. */
async function deskActs({ db, library, wild }: Site, orderId: number): Promise<[string, () => Promise<unknown>][]> {
  const { desk } = library;
  const loans = await loansOf(db, orderId);
  if (!desk || loans.length === 0) return [];
  const { assignment_id: id, copy_id: copyId, item_id: itemId, loan } = pick(loans);
  const copies = wild.find((title) => title.itemId === itemId)?.copyIds ?? [copyId];
  return [
    ["renew", () => desk.renew(orderId)],
    ["check in", () => desk.checkIn(copyId)],
    ["swap", () => desk.swap(id, pick(copies))],
    loan === "lost" ? ["undo loss", () => desk.undoLoss(id)] : ["lose", () => desk.lose(id)],
    ["undo check-in", () => desk.undoCheckIn(id)],
  ];
}

const loansOf = (db: Database, orderId: number) =>
  db
    .selectFrom("assignments")
    .select(["assignment_id", "copy_id", "item_id", "loan"])
    .where("order_id", "=", orderId)
    .where("loan", "<>", "undone")
    .execute();

/** Fills a cart with one or two titles, submits it twice at once, and returns the order, if any. */
async function orderCart(
  { db, library }: Site,
  person: Person,
  titles: readonly Title[],
  tally: Tally,
): Promise<Order | undefined> {
  const cartKey = randomBytes(16).toString("hex");
  const first = pick(titles);
  const picks = new Set([first, pick(titles)]);
  await db.insertInto("carts").values({ cart_key: cartKey }).execute();
  for (const { itemId } of picks) {
    const quantity = 1 + Math.floor(Math.random() * 2);
    await db.insertInto("cart_lines").values({ cart_key: cartKey, item_id: itemId, quantity }).execute();
  }
  const submit = () => attempt(tally, "order", () => library.saveOrder(person, cartKey));
  await Promise.all([submit(), submit()]);
  const rows = await db
    .selectFrom("orders")
    .innerJoin("order_lines", "order_lines.order_id", "orders.order_id")
    .select(["orders.order_id", "order_line_id", "item_id", "quantity"])
    .where("cart_key", "=", cartKey)
    .execute();
  const lines = rows.map((row) => ({
    orderId: row.order_id,
    lineId: row.order_line_id,
    itemId: row.item_id,
    quantity: row.quantity,
  }));
  return lines[0] && { orderId: lines[0].orderId, lines };
}

async function removeOne({ db, library }: Site, line: Line, tally: Tally) {
  const open = await db
    .selectFrom("assignments")
    .select("assignment_id")
    .where("order_line_id", "=", line.lineId)
    .where("released_at", "is", null)
    .executeTakeFirst();
  if (open) await attempt(tally, "remove", () => library.remove(line, open.assignment_id));
}

async function attempt(tally: Tally, name: string, work: () => Promise<unknown>): Promise<void> {
  if (!tally.goOn()) return; // an unfinished round ends here
  try {
    await work();
    tally.done.set(name, (tally.done.get(name) ?? 0) + 1);
  } catch (error) {
    if (error instanceof Refusal) tally.refused += 1;
    else tally.faults.push(error);
  }
}

function titleOf(titles: readonly Title[], line: Line): Title {
  return pick(titles.filter(({ itemId }) => itemId === line.itemId));
}

function pick<T>(list: readonly T[]): T {
  const one = list[Math.floor(Math.random() * list.length)];
  if (one === undefined) throw new Error("Nothing to pick from.");
  return one;
}
