import { ownMessages } from "#contract/wire/messages.ts";
import { plainRefusals, sentenceOf } from "#contract/wire/refusals.ts";

/** The result of an operation: done, or the sentence of its refusal. */
export type Outcome = "done" | (string & {});

type Line = { title: number; quantity: number; copies: number[] };
/** A copy with the line it was lent from; its claim is settled if someone paid for it. */
type Loan = { title: number; copy: number; order: Order; line: Line; wasLost?: boolean; isSettled?: boolean };
type Order = {
  status: number;
  lines: Line[];
  dates: Dates;
  /** The last change that can be undone, as long as it's the newest. */
  last?: Change;
};
/** Whether it has a ship date, and how often it was renewed since; null: it has no due date. */
type Dates = { isShipped: boolean; renewals: number | null };
/** An order's state before a change, with each line's copies and how often they had been returned. */
type Change = {
  what: "status" | "renewal" | "cancellation";
  byBorrower: boolean;
  status: number;
  dates: Dates;
  copies: number[][];
  loans: number[][];
  isNewest: boolean;
  isUndone: boolean;
};

const noDates: Dates = { isShipped: false, renewals: null };

/** The refusal to undo because of a later change, whatever it was. */
export const changedSince = "changed since";

/** Without the order's number, which the model doesn't know. */
const packedRefusal = withoutNumbers(sentenceOf({ kind: "order-not-shipped", orderId: 0 }));

export function withoutNumbers(sentence: string): string {
  return sentence.replace(/#\d+/g, "#");
}

/** A model of a small library's orders: slow and obviously correct. */
export class LibraryModel {
  readonly orders: Order[] = [];
  /** How often each copy of each title was returned. */
  readonly loans: number[][];
  readonly #names: readonly string[];
  readonly #lost: Loan[] = [];
  /** Returns that weren't undone, oldest first. */
  readonly #back: Loan[] = [];

  constructor(titles: readonly { name: string; copies: number }[]) {
    this.#names = titles.map(({ name }) => name);
    this.loans = titles.map(({ copies }) => Array.from({ length: copies }, () => 0));
  }

  /** Returns the refusal of lines that need more copies than are in stock. */
  #shortageOf(lines: readonly { title: number; quantity: number }[]): string | undefined {
    const titles = lines
      .map(({ title, quantity }) => ({ title: this.#names[title] ?? "", left: this.stock(title).inStock, quantity }))
      .filter(({ left, quantity }) => left < quantity)
      .map(({ title, left }) => ({ id: 0, title, left }));
    return titles.length > 0 ? sentenceOf({ kind: "short-stock", titles }) : undefined;
  }

  place(requests: readonly { title: number; quantity: number }[]): Outcome {
    const shortage = this.#shortageOf(requests);
    if (shortage) return shortage;
    this.orders.push({ status: 1, dates: noDates, lines: requests.map((request) => ({ ...request, copies: [] })) });
    return "done";
  }

  checkOut(order: Order, line: Line, count: number): Outcome {
    if (isClosed(order)) return closedRefusal(order);
    const missing = Math.min(count, line.quantity - line.copies.length);
    if (missing === 0) return plainRefusals["line-full"];
    const free = this.#freeCopies(line.title);
    if (free.length < missing) return sentenceOf({ kind: "too-few-copies", available: free.length });
    line.copies.push(...free.slice(0, missing));
    touch(order);
    return "done";
  }

  assign(order: Order, line: Line, title: number, copy: number): Outcome {
    if (isClosed(order)) return closedRefusal(order);
    if (title !== line.title) return ownMessages.copyOfAnotherTitle;
    if (!this.#freeCopies(title).includes(copy)) return ownMessages.copyNotAvailable;
    if (line.copies.length === line.quantity) return plainRefusals["line-full"];
    line.copies.push(copy);
    touch(order);
    return "done";
  }

  undo(order: Order, line: Line): Outcome {
    if (isClosed(order)) return closedRefusal(order);
    if (line.copies.length > 0) touch(order);
    line.copies = [];
    return "done";
  }

  remove(order: Order, line: Line, copy: number): Outcome {
    if (order.status !== 2) return plainRefusals["not-processing"];
    line.copies = line.copies.filter((one) => one !== copy);
    touch(order);
    return "done";
  }

  setStatus(order: Order, status: number): Outcome {
    const dates = status === 3 ? { isShipped: true, renewals: 0 } : noDates;
    if (status !== order.status) this.#note(order, "status");
    else if (JSON.stringify(dates) !== JSON.stringify(order.dates)) touch(order);
    if (status === 4) {
      for (const line of order.lines) {
        for (const copy of line.copies) {
          this.#countLoan(line.title, copy, 1);
          this.#back.push({ title: line.title, copy, order, line });
        }
        line.copies = [];
      }
    }
    order.status = status;
    order.dates = dates;
    return "done";
  }

  #note(order: Order, what: Change["what"], byBorrower = false) {
    const { status, dates, lines } = order;
    const loans = lines.map(({ title, copies }) => copies.map((copy) => this.loans[title]?.[copy] ?? 0));
    const copies = lines.map((line) => line.copies);
    order.last = { what, byBorrower, status, dates, copies, loans, isNewest: true, isUndone: false };
  }

  /** Reverts the last change that can be undone, if there is one and it wasn't undone. */
  undoChange(order: Order): Outcome {
    const { last } = order;
    if (!last || last.isUndone) return "done";
    if (!last.isNewest) return changedSince;
    const refusal = last.what === "cancellation" ? this.#reopen(order, last) : this.#takeBack(order, last);
    if (refusal !== "done") return refusal;
    order.status = last.status;
    order.dates = last.dates;
    last.isUndone = true;
    return "done";
  }

  /** Restores the copies that setting the order to Returned released. */
  #takeBack(order: Order, last: Change): Outcome {
    if (order.status !== 4 || last.what !== "status") return "done";
    const isAsIt = (copy: number, at: number, line: number) =>
      this.#freeCopies(order.lines[line]?.title ?? 0).includes(copy) &&
      this.loans[order.lines[line]?.title ?? 0]?.[copy] === (last.loans[line]?.[at] ?? 0) + 1;
    if (!last.copies.every((copies, line) => copies.every((copy, at) => isAsIt(copy, at, line))))
      return ownMessages.copyNotAvailable;
    for (const [index, line] of order.lines.entries()) {
      line.copies = last.copies[index] ?? [];
      for (const copy of line.copies) {
        this.#countLoan(line.title, copy, -1);
        this.#back.splice(this.#back.indexOf(this.#lastBack(line.title, copy) ?? never()), 1);
      }
    }
    return "done";
  }

  /** Restores the previous copies that are still available. */
  #reopen(order: Order, last: Change): Outcome {
    const shortage = this.#shortageOf(order.lines);
    if (shortage) return shortage;
    for (const [index, line] of order.lines.entries()) {
      const free = this.#freeCopies(line.title);
      line.copies = (last.copies[index] ?? []).filter((copy) => free.includes(copy));
    }
    return "done";
  }

  /** Checks in a copy, from its order or after it was lost. */
  checkIn(title: number, copy: number): Outcome {
    const place = this.#placeOf(title, copy);
    const loan = this.#lost.find((one) => one.title === title && one.copy === copy);
    if (loan) {
      this.#lost.splice(this.#lost.indexOf(loan), 1);
      this.#back.push({ ...loan, wasLost: true });
      touch(loan.order);
      return "done";
    }
    if (!place) return sentenceOf({ kind: "copy-not-out", inactiveReason: null });
    if (place.order.status !== 3) return packedRefusal;
    this.#countLoan(title, copy, 1);
    this.#back.push({ title, copy, ...place });
    this.#takeOff(place, copy);
    return "done";
  }

  /** Undoes the last return of a copy, if there is one. */
  undoCheckIn(title: number, copy: number): Outcome {
    const back = this.#lastBack(title, copy);
    if (!back) return "done";
    if (!this.#freeCopies(title).includes(copy)) return ownMessages.copyNotAvailable;
    if (!back.wasLost && back.line.copies.length === back.line.quantity) return plainRefusals["line-full"];
    this.#back.splice(this.#back.indexOf(back), 1);
    touch(back.order);
    if (back.wasLost) this.#lost.push(back);
    else this.#lendAgain(back);
    return "done";
  }

  #lastBack(title: number, copy: number) {
    return this.#back.findLast((one) => one.title === title && one.copy === copy);
  }

  /** Swaps the recorded copy, if there is one, for another. */
  swap(
    order: Order,
    line: Line,
    { recorded, title, copy }: { recorded?: number; title: number; copy: number },
  ): Outcome {
    if (recorded === undefined) return "done";
    if (title !== line.title) return ownMessages.copyOfAnotherTitle;
    const other = this.#placeOf(title, copy);
    if (other ? other.order === order : !this.#freeCopies(title).includes(copy)) return ownMessages.copyNotAvailable;
    const give = (to: Line, before: number, now: number) => {
      to.copies = to.copies.map((one) => (one === before ? now : one));
    };
    give(line, recorded, copy);
    if (other) give(other.line, copy, recorded);
    for (const swapped of [order, other?.order]) if (swapped) touch(swapped);
    return "done";
  }

  renew(order: Order): Outcome {
    if (order.status !== 3) return plainRefusals["renewal-not-out"];
    this.#note(order, "renewal");
    const { renewals } = order.dates;
    order.dates = { ...order.dates, renewals: renewals === null ? 0 : renewals + 1 };
    return "done";
  }

  /** Does nothing if the copy isn't lost, or its claim is settled. */
  settleLoss(title: number, copy: number): Outcome {
    for (const loan of this.#lost) {
      if (loan.title !== title || loan.copy !== copy || loan.isSettled) continue;
      loan.isSettled = true;
      touch(loan.order);
    }
    return "done";
  }

  /** Does nothing if the copy isn't on an order. */
  lose(title: number, copy: number): Outcome {
    const place = this.#placeOf(title, copy);
    if (!place) return "done";
    if (place.order.status !== 3) return packedRefusal;
    this.#countLoan(title, copy, 1);
    this.#lost.push({ title, copy, ...place });
    this.#takeOff(place, copy);
    return "done";
  }

  /** Does nothing if the copy isn't lost, or its claim is settled. */
  undoLoss(title: number, copy: number): Outcome {
    const loan = this.#lost.find((one) => one.title === title && one.copy === copy);
    if (!loan || loan.isSettled) return "done";
    if (loan.line.copies.length === loan.line.quantity) return plainRefusals["line-full"];
    this.#lost.splice(this.#lost.indexOf(loan), 1);
    this.#lendAgain(loan);
    return "done";
  }

  #lendAgain({ title, copy, order, line }: Loan) {
    this.#countLoan(title, copy, -1);
    line.copies.push(copy);
    order.status = 3;
    touch(order);
  }

  #placeOf(title: number, copy: number) {
    return this.orders
      .flatMap((order) => order.lines.map((line) => ({ order, line })))
      .find(({ line }) => line.title === title && line.copies.includes(copy));
  }

  #takeOff({ order, line }: { order: Order; line: Line }, copy: number) {
    line.copies = line.copies.filter((one) => one !== copy);
    touch(order);
    if (order.lines.every(({ copies }) => copies.length === 0)) order.status = 4;
  }

  /** Sets the quantity of a title, with a new line if there is none. */
  change(order: Order, title: number, quantity: number): Outcome {
    if (order.status > 2) return plainRefusals["not-changeable"];
    const line = order.lines.find((one) => one.title === title);
    const { inStock: left } = this.stock(title);
    if (quantity - (line?.quantity ?? 0) > left)
      return sentenceOf({ kind: "short-stock", titles: [{ id: 0, title: this.#names[title] ?? "", left }] });
    if (line?.quantity !== quantity) touch(order);
    if (line) {
      line.quantity = quantity;
      line.copies = line.copies.slice(0, quantity);
    } else order.lines.push({ title, quantity, copies: [] });
    return "done";
  }

  cancel(order: Order): Outcome {
    if (order.status === 5) return "done";
    if (order.status > 2) return plainRefusals["not-cancelable"];
    return this.#close(order, false);
  }

  cancelOwn(order: Order): Outcome {
    if (order.status === 5) return "done";
    if (order.status > 1) return plainRefusals["cancel-too-late"];
    return this.#close(order, true);
  }

  #close(order: Order, byBorrower: boolean): Outcome {
    this.#note(order, "cancellation", byBorrower);
    for (const line of order.lines) line.copies = [];
    order.status = 5;
    return "done";
  }

  /** Undoes the borrower's own cancellation, as long as the page offers it. */
  undoOwn(order: Order): Outcome {
    return order.last?.isNewest && order.last.byBorrower ? this.undoChange(order) : "done";
  }

  /** Returns a title's expected stock. */
  stock(title: number) {
    const copies = (this.loans[title]?.length ?? 0) - this.#lost.filter((one) => one.title === title).length;
    const lines = this.orders.flatMap((order) => order.lines.map((line) => ({ ...line, status: order.status })));
    const ofTitle = lines.filter((line) => line.title === title);
    const checkedOut = sum(ofTitle.map((line) => line.copies.length));
    const waiting = ofTitle.filter(({ status }) => status === 1 || status === 2);
    const requested = sum(waiting.map((line) => line.quantity - line.copies.length));
    const left = copies - checkedOut - requested;
    return { checkedOut, requested, inStock: Math.max(0, left), shortfall: Math.max(0, -left) };
  }

  /** Returns the available copies, least lent first, then by number. */
  #freeCopies(title: number): number[] {
    const loans = this.loans[title] ?? [];
    const out = new Set(
      this.orders.flatMap((order) => order.lines.filter((line) => line.title === title).flatMap((line) => line.copies)),
    );
    for (const loan of this.#lost) if (loan.title === title) out.add(loan.copy);
    const free = loans.map((times, copy) => ({ times, copy })).filter(({ copy }) => !out.has(copy));
    return free.sort((a, b) => a.times - b.times || a.copy - b.copy).map(({ copy }) => copy);
  }

  #countLoan(title: number, copy: number, by: 1 | -1) {
    const loans = this.loans[title];
    if (loans?.[copy] !== undefined) loans[copy] += by;
  }
}

const never = (): never => {
  throw new Error("The return isn't in the list.");
};
/** Notes a later change of the order. */
const touch = (order: Order) => {
  if (order.last) order.last.isNewest = false;
};
const isClosed = ({ status }: Order) => status >= 4;
const closedRefusal = ({ status }: Order) =>
  status === 5 ? plainRefusals["order-canceled"] : plainRefusals["order-returned"];

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
