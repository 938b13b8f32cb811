import { ownMessages } from "#contract/messages.ts";
import { plainRefusals } from "#contract/refusals.ts";

/** The result of an operation: done, or the sentence of its refusal. */
export type Outcome = "done" | (string & {});

type Line = { title: number; quantity: number; copies: number[] };
/** A copy on the line that it was lent from; its case is settled if somebody paid for it. */
type Loan = { title: number; copy: number; order: Order; line: Line; wasLost?: boolean; isSettled?: boolean };
type Order = {
  status: number;
  lines: Line[];
  before?: { status: number; copies: number[][]; byBorrower: boolean };
  byHand?: ByHand | undefined;
  /** What a save of its status changed, or that it was renewed, as long as nothing else is done with it. */
  saved?: Saved | Renewed | undefined;
};
type Saved = { what: "status"; status: number; byHand: ByHand | undefined; isUndone?: boolean };
type Renewed = { what: "renewal"; isUndone?: boolean };
type ByHand = { status: number; lines: number[][]; loans: number[][] };

/** The sentence without the order's number, which the model does not know. */
const packed = withoutNumbers(ownMessages.packedFor(0));

export function withoutNumbers(sentence: string): string {
  return sentence.replace(/#\d+/g, "#");
}

/** A model of a small library after any sequence of order operations: slow and plainly correct. */
export class LibraryModel {
  readonly orders: Order[] = [];
  /** Each title's copies, and how often each came back from a loan. */
  readonly loans: number[][];
  readonly #names: readonly string[];
  /** The lost copies, and the line that each was lost from. */
  readonly #lost: Loan[] = [];
  /** What came back, oldest first, as long as it is not undone. */
  readonly #back: Loan[] = [];

  constructor(titles: readonly { name: string; copies: number }[]) {
    this.#names = titles.map(({ name }) => name);
    this.loans = titles.map(({ copies }) => Array.from({ length: copies }, () => 0));
  }

  place(wishes: readonly { title: number; quantity: number }[]): Outcome {
    const short = wishes
      .map(({ title, quantity }) => ({ title: this.#names[title] ?? "", left: this.stock(title).inStock, quantity }))
      .filter(({ left, quantity }) => left < quantity);
    if (short.length > 0) return ownMessages.onlyLeftOf(short);
    this.orders.push({ status: 1, lines: wishes.map((wish) => ({ ...wish, copies: [] })) });
    return "done";
  }

  checkOut(order: Order, line: Line, count: number): Outcome {
    if (isClosed(order)) return whyClosed(order);
    const lacking = Math.min(count, line.quantity - line.copies.length);
    if (lacking === 0) return plainRefusals["line-full"];
    const free = this.#freeCopies(line.title);
    if (free.length < lacking) return ownMessages.onlyCopiesAvailable(free.length);
    line.copies.push(...free.slice(0, lacking));
    order.saved = undefined;
    return "done";
  }

  assign(order: Order, line: Line, title: number, copy: number): Outcome {
    if (isClosed(order)) return whyClosed(order);
    if (title !== line.title) return ownMessages.copyOfAnotherTitle;
    if (!this.#freeCopies(title).includes(copy)) return ownMessages.copyNotAvailable;
    if (line.copies.length === line.quantity) return plainRefusals["line-full"];
    line.copies.push(copy);
    order.saved = undefined;
    return "done";
  }

  undo(order: Order, line: Line): Outcome {
    if (isClosed(order)) return whyClosed(order);
    if (line.copies.length > 0) order.saved = undefined;
    line.copies = [];
    return "done";
  }

  remove(order: Order, line: Line, copy: number): Outcome {
    if (order.status !== 2) return plainRefusals["not-processing"];
    line.copies = line.copies.filter((one) => one !== copy);
    order.saved = undefined;
    return "done";
  }

  setStatus(order: Order, status: number): Outcome {
    const before = { status: order.status, lines: order.lines.map(({ copies }) => copies) };
    order.saved = status === order.status ? undefined : { what: "status", status: order.status, byHand: order.byHand };
    if (status === 4) {
      for (const line of order.lines) {
        for (const copy of line.copies) {
          this.#countLoan(line.title, copy, 1);
          this.#back.push({ title: line.title, copy, order, line });
        }
        line.copies = [];
      }
    }
    if (status !== 4) order.byHand = undefined;
    else if (before.status < 4) {
      const loansOf = (line: number) => (copy: number) => this.loans[order.lines[line]?.title ?? 0]?.[copy] ?? 0;
      order.byHand = { ...before, loans: before.lines.map((copies, line) => copies.map(loansOf(line))) };
    }
    order.status = status;
    return "done";
  }

  /** Only while nothing else was done with the order. */
  undoStatus(order: Order): Outcome {
    const saved = order.saved?.what === "status" ? order.saved : undefined;
    if (saved?.isUndone) return "done";
    if (!saved || (order.status === 4 && order.byHand)) return plainRefusals["status-over"];
    order.status = saved.status;
    order.byHand = saved.byHand;
    // canceled once more, by staff: its borrower cannot take that back
    if (order.before) order.before.byBorrower = false;
    order.saved = { ...saved, isUndone: true };
    return "done";
  }

  /** Only what setting the status by hand had released. */
  undoReturned(order: Order): Outcome {
    const { byHand, lines } = order;
    if (order.status !== 4) return "done";
    if (!byHand) return plainRefusals["return-over"];
    const isAsIt = (copy: number, at: number, line: number) =>
      this.#freeCopies(lines[line]?.title ?? 0).includes(copy) &&
      this.loans[lines[line]?.title ?? 0]?.[copy] === byHand.loans[line]?.[at];
    if (!byHand.lines.every((copies, line) => copies.every((copy, at) => isAsIt(copy, at, line))))
      return ownMessages.copyNotAvailable;
    for (const [index, line] of lines.entries()) {
      line.copies = byHand.lines[index] ?? [];
      for (const copy of line.copies) {
        this.#countLoan(line.title, copy, -1);
        this.#back.splice(this.#back.indexOf(this.#lastBack(line.title, copy) ?? never()), 1);
      }
    }
    order.status = byHand.status;
    order.byHand = undefined;
    order.saved = undefined;
    return "done";
  }

  /** A copy comes back, from its order or after it was lost. */
  checkIn(title: number, copy: number): Outcome {
    const place = this.#placeOf(title, copy);
    const lost = this.#lost.find((one) => one.title === title && one.copy === copy);
    if (lost) {
      this.#lost.splice(this.#lost.indexOf(lost), 1);
      this.#back.push({ ...lost, wasLost: true });
      lost.order.saved = undefined;
      return "done";
    }
    if (!place) return ownMessages.copyIsNotOut(null);
    if (place.order.status !== 3) return packed;
    this.#countLoan(title, copy, 1);
    this.#back.push({ title, copy, ...place });
    this.#takeOff(place, copy);
    return "done";
  }

  /** Takes back the last return of a copy; nothing when it never came back. */
  undoCheckIn(title: number, copy: number): Outcome {
    const back = this.#lastBack(title, copy);
    if (!back) return "done";
    if (!this.#freeCopies(title).includes(copy)) return ownMessages.copyNotAvailable;
    if (!back.wasLost && back.line.copies.length === back.line.quantity) return plainRefusals["line-full"];
    this.#back.splice(this.#back.indexOf(back), 1);
    back.order.saved = undefined;
    if (back.wasLost) this.#lost.push(back);
    else this.#lendAgain(back);
    return "done";
  }

  #lastBack(title: number, copy: number) {
    return this.#back.findLast((one) => one.title === title && one.copy === copy);
  }

  /** The copy was there instead of the other one; nothing without the other one. */
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
    for (const swapped of [order, other?.order]) if (swapped) swapped.saved = undefined;
    return "done";
  }

  renew(order: Order): Outcome {
    if (order.status !== 3) return plainRefusals["renewal-not-out"];
    order.saved = { what: "renewal" };
    return "done";
  }

  /** Only while nothing else was done with the order. */
  undoRenewal(order: Order): Outcome {
    if (order.saved?.what !== "renewal") return plainRefusals["renewal-over"];
    order.saved = { what: "renewal", isUndone: true };
    return "done";
  }

  /** Nothing when it is not lost, or settled before. */
  settleLoss(title: number, copy: number): Outcome {
    for (const lost of this.#lost) if (lost.title === title && lost.copy === copy) lost.isSettled = true;
    return "done";
  }

  /** Nothing when it is not on an order. */
  lose(title: number, copy: number): Outcome {
    const place = this.#placeOf(title, copy);
    if (!place) return "done";
    if (place.order.status !== 3) return packed;
    this.#countLoan(title, copy, 1);
    this.#lost.push({ title, copy, ...place });
    this.#takeOff(place, copy);
    return "done";
  }

  /** Nothing when it is not lost, or its case is settled. */
  undoLoss(title: number, copy: number): Outcome {
    const lost = this.#lost.find((one) => one.title === title && one.copy === copy);
    if (!lost || lost.isSettled) return "done";
    if (lost.line.copies.length === lost.line.quantity) return plainRefusals["line-full"];
    this.#lost.splice(this.#lost.indexOf(lost), 1);
    this.#lendAgain(lost);
    return "done";
  }

  #lendAgain({ title, copy, order, line }: Loan) {
    this.#countLoan(title, copy, -1);
    line.copies.push(copy);
    order.status = 3;
    order.byHand = undefined;
    order.saved = undefined;
  }

  #placeOf(title: number, copy: number) {
    return this.orders
      .flatMap((order) => order.lines.map((line) => ({ order, line })))
      .find(({ line }) => line.title === title && line.copies.includes(copy));
  }

  #takeOff({ order, line }: { order: Order; line: Line }, copy: number) {
    line.copies = line.copies.filter((one) => one !== copy);
    order.saved = undefined;
    if (order.lines.every(({ copies }) => copies.length === 0)) order.status = 4;
  }

  /** Gives the line of a title this quantity; a new line, where there is none. */
  change(order: Order, title: number, quantity: number): Outcome {
    if (order.status > 2) return plainRefusals["not-changeable"];
    const line = order.lines.find((one) => one.title === title);
    const { inStock: left } = this.stock(title);
    if (quantity - (line?.quantity ?? 0) > left)
      return ownMessages.onlyLeftOf([{ title: this.#names[title] ?? "", left }]);
    if (line?.quantity !== quantity) order.saved = undefined;
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

  /** Its borrower cancels it. */
  cancelOwn(order: Order): Outcome {
    if (order.status === 5) return "done";
    if (order.status > 1) return plainRefusals["cancel-too-late"];
    return this.#close(order, true);
  }

  #close(order: Order, byBorrower: boolean): Outcome {
    order.before = { status: order.status, copies: order.lines.map(({ copies }) => copies), byBorrower };
    for (const line of order.lines) line.copies = [];
    order.status = 5;
    order.saved = undefined;
    return "done";
  }

  /** Gives back the copies of before that are still free. */
  undoCancel(order: Order): Outcome {
    if (order.status !== 5 || !order.before) return "done";
    const short = order.lines
      .map(({ title, quantity }) => ({ title: this.#names[title] ?? "", left: this.stock(title).inStock, quantity }))
      .filter(({ left, quantity }) => left < quantity);
    if (short.length > 0) return ownMessages.onlyLeftOf(short);
    order.status = order.before.status;
    order.saved = undefined;
    for (const [index, line] of order.lines.entries()) {
      const free = this.#freeCopies(line.title);
      line.copies = (order.before.copies[index] ?? []).filter((copy) => free.includes(copy));
    }
    return "done";
  }

  /** Its borrower takes back what they canceled, not what staff did; nothing when it is not canceled. */
  undoCancelOwn(order: Order): Outcome {
    if (order.status === 5 && !order.before?.byBorrower) return plainRefusals["cancel-final"];
    return this.undoCancel(order);
  }

  /** A title's expected stock. */
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

  /** Least lent first, then by number. */
  #freeCopies(title: number): number[] {
    const loans = this.loans[title] ?? [];
    const out = new Set(
      this.orders.flatMap((order) => order.lines.filter((line) => line.title === title).flatMap((line) => line.copies)),
    );
    for (const lost of this.#lost) if (lost.title === title) out.add(lost.copy);
    const free = loans.map((times, copy) => ({ times, copy })).filter(({ copy }) => !out.has(copy));
    return free.sort((a, b) => a.times - b.times || a.copy - b.copy).map(({ copy }) => copy);
  }

  #countLoan(title: number, copy: number, by: 1 | -1) {
    const loans = this.loans[title];
    if (loans?.[copy] !== undefined) loans[copy] += by;
  }
}

const never = (): never => {
  throw new Error("What came back is not in the list.");
};
const isClosed = ({ status }: Order) => status >= 4;
const whyClosed = ({ status }: Order) =>
  status === 5 ? plainRefusals["order-canceled"] : plainRefusals["order-returned"];

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
