import fc from "fast-check";
import { expect, it } from "vitest";
import { type CopyReason, copyReasons } from "#contract/waitlist/stock-reasons.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { stockDisagreements } from "#server/catalog/copies/stock.queries.ts";
import { assignCopies, assignCopy, removeCopy, undoCheckOut } from "#server/desk/check-out.ts";
import { openClaim, settleClaim } from "#server/desk/claims/claims.ts";
import { checkInCopy } from "#server/desk/returns.ts";
import { cancelOrder, cancelOwnOrder } from "#server/orders/cancel.ts";
import { changeLines } from "#server/orders/change-lines.ts";
import { undo as undoEvent } from "#server/orders/events/undo.ts";
import { undoableByBorrower } from "#server/orders/events/undoable.ts";
import { linesOf } from "#server/orders/orders.queries.ts";
import { renewOrder } from "#server/orders/renewals.ts";
import { swapCopies } from "#server/orders/swaps.ts";
import { updateOrder } from "#server/orders/update-order.ts";
import { explainStock } from "#server/waitlist/stock-reasons.queries.ts";
import { circulationFixture, type Title } from "#server/test/circulation-fixture.ts";
import { changedSince, LibraryModel, type Outcome, withoutNumbers } from "./order-life.model.ts";
import { staff, undoChange, undoClaim, undoReturn } from "./undo-change.ts";

const fixture = await circulationFixture();
const { db } = fixture;
const ann = await fixture.newBorrower("ann");
const admin = await fixture.newAdmin("clerk");

const shelf = [
  { name: "First", copies: 3 },
  { name: "Second", copies: 2 },
];

type RealOrder = { orderId: number; lines: { lineId: number; title: number }[] };

/** The database's side: maps the model's positions to ids. */
class RealLibrary {
  readonly orders: RealOrder[] = [];
  readonly titles: readonly Title[];

  constructor(titles: readonly Title[]) {
    this.titles = titles;
  }

  async place(requests: readonly { title: number; quantity: number }[]) {
    const orderId = await fixture.order(
      ann,
      requests.map(({ title, quantity }) => [this.title(title), quantity] as const),
    );
    const order: RealOrder = { orderId, lines: [] };
    await this.#readLines(order);
    this.orders.push(order);
  }

  async change(order: RealOrder, index: number, quantity: number) {
    const rows = await linesOf(db, order.orderId);
    const current = rows.map(({ item_id: itemId, quantity: now }) => ({ itemId, quantity: now }));
    const lines = [...current, { itemId: this.title(index).itemId, quantity }];
    const { version } = await db
      .selectFrom("orders")
      .select("version")
      .where("order_id", "=", order.orderId)
      .executeTakeFirstOrThrow();
    await changeLines(db, { orderId: order.orderId, version, lines }, hand());
    await this.#readLines(order);
  }

  async #readLines(order: RealOrder) {
    order.lines = (await linesOf(db, order.orderId)).map((row) => ({
      lineId: row.order_line_id,
      title: this.titles.findIndex(({ itemId }) => itemId === row.item_id),
    }));
  }

  title(index: number): Title {
    const title = this.titles[index];
    if (!title) throw new Error(`No title ${index}.`);
    return title;
  }
}

type Act = {
  /** Applies it to the model and returns the expected result. */
  inModel(model: LibraryModel): Outcome;
  inDatabase(real: RealLibrary): Promise<unknown>;
};

class Command implements fc.AsyncCommand<LibraryModel, RealLibrary> {
  readonly #name: string;
  readonly #needsOrder: boolean;
  readonly #act: Act;

  constructor(name: string, needsOrder: boolean, act: Act) {
    this.#name = name;
    this.#needsOrder = needsOrder;
    this.#act = act;
  }

  check(model: Readonly<LibraryModel>) {
    return !this.#needsOrder || model.orders.length > 0;
  }

  async run(model: LibraryModel, real: RealLibrary) {
    fixture.clock.move(1000); // so that two moments differ
    // the database first, because it needs the model's previous state to find the copies on a line
    const outcome = await outcomeOf(() => this.#act.inDatabase(real));
    expectOutcome(outcome, this.#act.inModel(model));
    await expectSame(model, real);
  }

  toString() {
    return this.#name;
  }
}

async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    await work();
    return "done";
  } catch (error) {
    if (error instanceof Refusal && error.reason.kind === "undo-over") return changedSince;
    if (error instanceof Refusal) return withoutNumbers(error.message);
    throw error;
  }
}

function expectOutcome(actual: Outcome, expected: Outcome) {
  expect(actual).toBe(expected);
}

async function expectSame(model: LibraryModel, real: RealLibrary) {
  const itemIds = real.titles.map(({ itemId }) => itemId);
  const [items, open] = await Promise.all([
    db.selectFrom("items").selectAll().where("item_id", "in", itemIds).execute(),
    db.selectFrom("assignments").selectAll().where("item_id", "in", itemIds).where("released_at", "is", null).execute(),
  ]);
  for (const [index, { itemId, copyIds }] of real.titles.entries()) {
    const row = items.find((item) => item.item_id === itemId);
    const stock = {
      checkedOut: row?.checked_out,
      requested: row?.requested,
      inStock: row?.in_stock,
      shortfall: row?.shortfall,
    };
    expect(stock).toEqual(model.stock(index));
    await expectExplained(itemId, copyIds.length, stock);
  }
  for (const [index, order] of model.orders.entries()) {
    for (const [position, line] of order.lines.entries()) {
      const lineId = real.orders[index]?.lines[position]?.lineId;
      const copies = open.filter((row) => row.order_line_id === lineId).map((row) => row.copy_id);
      expect(new Set(copies)).toEqual(new Set(line.copies.map((copy) => real.title(line.title).copyIds[copy])));
      if (order.status >= 4) expect(copies).toEqual([]);
    }
  }
}

/** Expects the stock reasons to add up: each copy has one, and the available ones are in stock. */
async function expectExplained(itemId: number, copies: number, stock: Record<string, number | null | undefined>) {
  const { data, total } = await explainStock(db, { itemId, page: 1, today: "2026-03-02" });
  const countOf = (...reasons: CopyReason[]) =>
    data.counts.reduce((sum, { reason, count }) => sum + (reasons.includes(reason) ? count : 0), 0);
  expect(countOf(...copyReasons)).toBe(copies);
  expect(Math.max(0, countOf("free") - data.reserved)).toBe(stock["inStock"]);
  expect({ checkedOut: countOf("out", "packed"), requested: data.reserved }).toEqual({
    checkedOut: stock["checkedOut"],
    requested: stock["requested"],
  });
  expect(data.copies.map(({ reason }) => reason).toSorted()).toEqual(
    data.counts
      .flatMap(({ reason, count }) => (reason === "free" ? [] : Array.from({ length: count }, () => reason)))
      .toSorted(),
  );
  expect(total).toBe(data.copies.length);
  expect(data.orders.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(data.reserved);
}

const hand = () => ({ userId: admin.userId, at: fixture.clock.now() });

const borrowersHand = () => ({ userId: ann.userId, at: fixture.clock.now() });
const own = (real: RealLibrary, number: number) => ({
  orderId: lineIn(real.orders, number)[0].orderId,
  borrowerId: ann.borrowerId ?? 0,
});

/** Picks a line of all orders by any number. */
function lineIn<O extends { lines: readonly unknown[] }>(
  orders: readonly O[],
  number: number,
): [order: O, line: O["lines"][number]] {
  const all = orders.flatMap((order) => order.lines.map((line): [O, O["lines"][number]] => [order, line]));
  const choice = all[number % all.length];
  if (!choice) throw new Error("Nothing was ordered.");
  return choice;
}

const title = fc.nat({ max: shelf.length - 1 });
const any = fc.nat({ max: 50 });
const requests = fc.uniqueArray(fc.record({ title, quantity: fc.integer({ min: 1, max: 3 }) }), {
  minLength: 1,
  selector: (request) => request.title,
});

const place = requests.map(
  (list) =>
    new Command(`order ${JSON.stringify(list)}`, false, {
      // Refusals name the titles in id order.
      inModel: (model) => model.place(list.toSorted((a, b) => a.title - b.title)),
      inDatabase: (real) => real.place(list.toSorted((a, b) => a.title - b.title)),
    }),
);
const checkOut = fc.tuple(any, fc.integer({ min: 1, max: 4 })).map(
  ([number, count]) =>
    new Command(`check out ${count} on line ${number}`, true, {
      inModel: (model) => model.checkOut(...lineIn(model.orders, number), count),
      inDatabase: (real) => {
        const [, line] = lineIn(real.orders, number);
        return assignCopies(db, { orderLineId: line.lineId, itemId: real.title(line.title).itemId, count }, hand());
      },
    }),
);
const assign = fc.tuple(any, title, fc.nat({ max: 1 })).map(
  ([number, index, copy]) =>
    new Command(`assign copy ${copy} of ${index} to line ${number}`, true, {
      inModel: (model) => model.assign(...lineIn(model.orders, number), index, copy),
      inDatabase: (real) =>
        assignCopy(
          db,
          { orderLineId: lineIn(real.orders, number)[1].lineId, copyId: real.title(index).copyIds[copy] ?? 0 },
          hand(),
        ),
    }),
);
const undo = any.map(
  (number) =>
    new Command(`undo line ${number}`, true, {
      inModel: (model) => model.undo(...lineIn(model.orders, number)),
      inDatabase: (real) => undoCheckOut(db, lineIn(real.orders, number)[1].lineId, hand()),
    }),
);
const setStatus = fc.tuple(any, fc.integer({ min: 1, max: 4 })).map(
  ([number, status]) =>
    new Command(`make order of line ${number} ${status}`, true, {
      inModel: (model) => model.setStatus(lineIn(model.orders, number)[0], status),
      inDatabase: (real) => {
        const [order] = lineIn(real.orders, number);
        const form = {
          orderId: order.orderId,
          statusId: status,
          trackingNumber: "",
          shipDate: null,
          returnDate: null,
          orderNote: "",
        };
        return updateOrder(db, form, hand(), fixture.configuration, async () => []);
      },
    }),
);

/** Changes the quantity of a title on an order, or adds it. */
const changeTitle = fc.tuple(any, title, fc.integer({ min: 1, max: 3 })).map(
  ([number, index, quantity]) =>
    new Command(`have ${quantity} of ${index} on the order of line ${number}`, true, {
      inModel: (model) => model.change(lineIn(model.orders, number)[0], index, quantity),
      inDatabase: (real) => real.change(lineIn(real.orders, number)[0], index, quantity),
    }),
);
const cancel = any.map(
  (number) =>
    new Command(`cancel the order of line ${number}`, true, {
      inModel: (model) => model.cancel(lineIn(model.orders, number)[0]),
      inDatabase: (real) =>
        cancelOrder(db, { orderId: lineIn(real.orders, number)[0].orderId, reason: "Not needed" }, hand()),
    }),
);
const cancelTheirs = any.map(
  (number) =>
    new Command(`the borrower cancels the order of line ${number}`, true, {
      inModel: (model) => model.cancelOwn(lineIn(model.orders, number)[0]),
      inDatabase: (real) => cancelOwnOrder(db, { ...own(real, number), reason: "" }, borrowersHand()),
    }),
);
const undoTheirs = any.map(
  (number) =>
    new Command(`the borrower undoes canceling the order of line ${number}`, true, {
      inModel: (model) => model.undoOwn(lineIn(model.orders, number)[0]),
      inDatabase: async (real) => {
        const event = await undoableByBorrower(db, own(real, number).orderId, borrowersHand());
        const who = { borrowerId: ann.borrowerId ?? 0, limits: fixture.configuration.lending };
        if (event) await undoEvent(db, event, borrowersHand(), who);
      },
    }),
);
const undoLast = any.map(
  (number) =>
    new Command(`undo the last change of the order of line ${number}`, true, {
      inModel: (model) => model.undoChange(lineIn(model.orders, number)[0]),
      inDatabase: (real) => undoChange(fixture, lineIn(real.orders, number)[0].orderId, hand()),
    }),
);

const renew = any.map(
  (number) =>
    new Command(`renew the order of line ${number}`, true, {
      inModel: (model) => model.renew(lineIn(model.orders, number)[0]),
      inDatabase: (real) =>
        renewOrder(
          db,
          { orderId: lineIn(real.orders, number)[0].orderId },
          hand(),
          fixture.configuration,
          async () => [],
        ),
    }),
);

const firstOn = (lineId: number) =>
  db
    .selectFrom("assignments")
    .select(["assignment_id", "copy_id"])
    .where("order_line_id", "=", lineId)
    .where("released_at", "is", null)
    .orderBy("assignment_id")
    .executeTakeFirst();

/** Removes the earliest copy that is still there, if there is one. */
const remove = any.map((number) => {
  let removed: number | undefined;
  return new Command(`remove the first copy of line ${number}`, true, {
    inModel: (model) => {
      const [order, line] = lineIn(model.orders, number);
      return removed === undefined ? "done" : model.remove(order, line, removed);
    },
    inDatabase: async (real) => {
      const [, line] = lineIn(real.orders, number);
      const first = await firstOn(line.lineId);
      removed = first && real.title(line.title).copyIds.indexOf(first.copy_id);
      if (first) await removeCopy(db, { orderLineId: line.lineId, assignmentId: first.assignment_id }, hand());
    },
  });
});

/** Returns a copy of a title that is on another order, if there is one. */
const onAnotherOrder = (itemId: number, orderId: number) =>
  db
    .selectFrom("assignments")
    .select("copy_id")
    .where("item_id", "=", itemId)
    .where("order_id", "<>", orderId)
    .where("released_at", "is", null)
    .orderBy("assignment_id")
    .executeTakeFirst();

type Swapped = { title: number; copy: number; recorded?: number };

/** Swaps the first copy of a line for one of any title or on another order, and sometimes undoes it. */
const swap = fc
  .tuple(any, title, fc.nat({ max: 1 }), fc.boolean(), fc.boolean())
  .map(([number, index, copy, isOfOthers, isUndone]) => {
    let request: Swapped = { title: index, copy };
    const words = isOfOthers ? "one of another order" : `${copy} of ${index}`;
    return new Command(`swap the first copy of line ${number} for ${words}, undone: ${isUndone}`, true, {
      inModel: (model) => {
        const before = model.orders.flatMap(({ lines }) => lines.map((one) => ({ one, copies: one.copies })));
        const outcome = model.swap(...lineIn(model.orders, number), request);
        if (isUndone) for (const { one, copies } of before) one.copies = copies;
        return outcome;
      },
      inDatabase: async (real) => {
        const [order, line] = lineIn(real.orders, number);
        const { copyIds, itemId } = real.title(line.title);
        const other = isOfOthers ? await onAnotherOrder(itemId, order.orderId) : undefined;
        request = other ? { title: line.title, copy: copyIds.indexOf(other.copy_id) } : { title: index, copy };
        const first = await firstOn(line.lineId);
        if (!first) return;
        request.recorded = copyIds.indexOf(first.copy_id);
        const copyId = real.title(request.title).copyIds[request.copy] ?? 0;
        const swapId = await swapCopies(db, { assignmentId: first.assignment_id, copyId }, hand());
        if (isUndone) await undoEvent(db, { eventId: swapId }, hand(), staff);
      },
    });
  });

/** Does something to a copy of a title. */
const toACopy = (
  name: string,
  inModel: (model: LibraryModel, title: number, copy: number) => Outcome,
  inDatabase: (copyId: number) => Promise<unknown>,
) =>
  fc.tuple(title, fc.nat({ max: 1 })).map(
    ([index, copy]) =>
      new Command(`${name} copy ${copy} of ${index}`, true, {
        inModel: (model) => inModel(model, index, copy),
        inDatabase: (real) => inDatabase(real.title(index).copyIds[copy] ?? 0),
      }),
  );
const checkIn = toACopy(
  "check in",
  (model, index, copy) => model.checkIn(index, copy),
  (copyId) => checkInCopy(db, copyId, hand()),
);
const undoLastCheckIn = toACopy(
  "undo the last return of",
  (model, index, copy) => model.undoCheckIn(index, copy),
  async (copyId) => {
    const loans = db.selectFrom("assignments").select("assignment_id").where("copy_id", "=", copyId);
    const last = loans.where("loan", "=", "returned").orderBy("assignment_id", "desc");
    const back = await last.executeTakeFirst();
    if (back) await undoReturn(fixture, back.assignment_id, hand());
  },
);
const lose = toACopy(
  "lose",
  (model, index, copy) => model.lose(index, copy),
  async (copyId) => {
    const loans = db.selectFrom("assignments").select("assignment_id").where("copy_id", "=", copyId);
    const loan = await loans.where("loan", "=", "out").executeTakeFirst();
    if (loan) await openClaim(db, { orderInventoryItemId: loan.assignment_id, kind: "lost", note: "" }, hand());
  },
);
async function openClaimOf(copyId: number) {
  const claims = db.selectFrom("claims").innerJoin("assignments", "assignments.assignment_id", "claims.assignment_id");
  return claims
    .select(["claim_id", "claims.assignment_id"])
    .where("copy_id", "=", copyId)
    .where("closed_at", "is", null)
    .executeTakeFirst();
}
const undoLoss = toACopy(
  "undo the loss of",
  (model, index, copy) => model.undoLoss(index, copy),
  async (copyId) => {
    const lost = await openClaimOf(copyId);
    if (lost) await undoClaim(fixture, lost.assignment_id, hand());
  },
);
const settleLoss = toACopy(
  "pay for",
  (model, index, copy) => model.settleLoss(index, copy),
  async (copyId) => {
    const lost = await openClaimOf(copyId);
    if (lost) await settleClaim(db, { claimId: lost.claim_id, outcome: "paid", note: "" }, hand());
  },
);

it(
  "library keeps orders, copies, and stock like a small model, in any sequence of operations",
  { timeout: 120_000 },
  async () => {
    let runs = 0;
    const commands = fc.commands(
      [
        [place, checkOut, assign, setStatus, checkOut, undo, remove, setStatus],
        [swap, checkIn, undoLastCheckIn, lose, undoLoss, settleLoss, renew, undoLast],
        [undoLast, cancel, undoLast, changeTitle, undoLast],
        [cancelTheirs, undoTheirs, cancelTheirs, undoTheirs],
      ].flat(),
      {
        maxCommands: 30,
        size: "max",
      },
    );
    await fc.assert(
      fc.asyncProperty(commands, async (list) => {
        runs += 1;
        const titles: Title[] = [];
        for (const { name, copies } of shelf) titles.push(await fixture.newTitle(name, copies));
        await fc.asyncModelRun(() => ({ model: new LibraryModel(shelf), real: new RealLibrary(titles) }), list);
      }),
      { numRuns: 100, plugins: [fc.interruptAfterTimeLimit(30_000)] },
    );
    expect(runs).toBeGreaterThan(20);
    expect(await stockDisagreements(db)).toEqual([]);
  },
);
