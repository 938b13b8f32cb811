import type { MailBack } from "#contract/desk/package.ts";
import { partInWords, partsOf } from "#contract/catalog/parts.ts";
import { carrierOf } from "#contract/orders/carrier.ts";
import { soonInWords } from "#contract/orders/soon-in-words.ts";
import { unconfirmedLimits } from "#contract/orders/teaching-days.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { type Block, dayInWords, type Letter, userNameFact, letterOf } from "#server/platform/mail/letter/letter.ts";
import { wordsIn } from "./order-letter-words.ts";
import type { NewOrder } from "../order-changes.queries.ts";
import type { ReturnedTitle } from "../loans.queries.ts";
import type { OrderFacts } from "./notices.queries.ts";

type ReceivedOptions = Pick<NewOrder, "byPhone" | "expectBy"> & { confirmPath?: string };

/** Builds the email about a new order: `confirmPath` for an unconfirmed mailbox, `byPhone` for a caller's order. */
export function receivedLetter(order: OrderFacts, { confirmPath, byPhone, expectBy }: ReceivedOptions = {}): Letter {
  const words = wordsIn(order.language);
  const { preview, heading, subject, confirm } = words.received;
  const confirmBlocks: Block[] = confirmPath
    ? [
        { is: "text", text: byPhone ? confirm.textByPhone : confirm.text(unconfirmedLimits) },
        { is: "button", label: confirm.button, path: confirmPath },
      ]
    : [];
  return {
    language: order.language,
    subject: subject(order.order_id),
    preview,
    heading,
    blocks: [
      ...about(order, words.received, [
        [words.order, words.number(order.order_id)],
        ...daysInWords(order),
        mailBackInWords(order),
        [words.expectBy, !order.days && expectBy ? soonInWords(expectBy, order.language) : null],
        // an unconfirmed mailbox may be a stranger's, and anyone can type an address or a username
        [words.shipsTo, confirmPath ? null : order.ship_to],
      ]),
      ...(byPhone ? [{ is: "text" as const, text: words.received.byPhone }] : []),
      ...(byPhone && !confirmPath ? [userNameFact(byPhone.userName, order.language)] : []),
      ...confirmBlocks,
    ],
    ...calendarOf(order),
  };
}

/** Builds the email about a shipped order, which lists the copies that shipped rather than those ordered. */
export function shippedLetter(facts: OrderFacts, loans: readonly ReturnedTitle[] = []): Letter {
  const order = withCopies(facts, loans, "out");
  const { order_id: id, language, back } = order;
  const words = wordsIn(language);
  const { subject, preview, heading } = words.sent;
  const inWords = (day: string | null) => day && dayInWords(day, language);
  return {
    language,
    subject: subject(id),
    preview: preview(inWords(back && back.mailBackBy)),
    heading,
    blocks: about(order, words.sent, [
      [words.order, words.number(id)],
      [words.trackingNumber, order.tracking_number, carrierOf(order.tracking_number)?.href],
      [words.shipped, inWords(order.ship_date)],
      ...daysInWords(order).slice(2),
      mailBackInWords(order),
      [words.shipsTo, order.is_reached ? order.ship_to : null],
    ]).toSpliced(-1, 0, backTo(language)),
    ...calendarOf(order),
  };
}

function daysInWords(order: OrderFacts): Facts {
  const { days, language } = order;
  if (!days) return [];
  const { days: words } = wordsIn(language);
  const [leaves = "", arrives = "", from = "", to = ""] = [
    days.shipBy,
    days.arriveBy,
    days.teachFrom,
    days.teachTo,
  ].map((day) => dayInWords(day, language));
  return [
    [words.shipBy, leaves],
    [words.arriveBy, arrives],
    [words.teach, from === to ? from : `${from} - ${to}`],
  ];
}

function mailBackInWords({ back, language }: OrderFacts): Facts[number] {
  const words = wordsIn(language);
  return [
    words.mailBackBy,
    back && words.backAndDue(dayInWords(back.mailBackBy, language), dayInWords(back.due, language)),
  ];
}

/** Builds the calendar entries of an order. Later emails with the same ids move them. */
function calendarOf(order: OrderFacts): Pick<Letter, "calendar"> {
  const { order_id: id, version: sequence, language, days, back, lines } = order;
  if (!back) return {};
  const words = wordsIn(language);
  const more = days && [
    { uid: `order-${id}-leaves`, day: days.shipBy, to: days.shipBy, summary: words.days.leaves(id) },
    { uid: `order-${id}-arrives`, day: days.arriveBy, to: days.arriveBy, summary: words.days.arrives(id) },
    { uid: `order-${id}-teaching`, day: days.teachFrom, to: days.teachTo, summary: words.days.teaching(id) },
  ];
  const entry = mailBackEntry({ back, language, order_id: id }, lines.map(titleInWords));
  return { calendar: { uid: `order-${id}-due`, sequence, ...entry, ...(more && { more }) } };
}

type MailBackEntry = Pick<OrderFacts, "order_id" | "language"> & { back: MailBack };

function mailBackEntry({ order_id: id, language, back }: MailBackEntry, titlesToReturn: readonly string[]) {
  const words = wordsIn(language);
  return {
    day: back.mailBackBy,
    summary: words.calendar(id),
    description: [words.reachesUs(dayInWords(back.due, language)), ...titlesToReturn].join("\n"),
  };
}

/** Replaces the ordered titles with those of copies in this state, if any. */
function withCopies(order: OrderFacts, loans: readonly ReturnedTitle[], state: ReturnedTitle["loan"]): OrderFacts {
  const lines = loans.filter(({ loan }) => loan === state);
  return lines.length === 0 ? order : { ...order, lines };
}

function returnedLetter(order: OrderFacts, returns: readonly ReturnedTitle[]): Letter {
  const { subject, text, incomplete, more, ...rest } = wordsIn(order.language).back;
  const problems = problemBlocks(order.language, returns);
  return letterOf(order.language, { ...rest, subject: subject(order.order_id) }, [
    { is: "text", text: problems.length === 0 ? text : incomplete },
    titles(withCopies(order, returns, "returned")),
    ...problems,
    { is: "button", label: more, path: "/user/home" },
  ]);
}

function problemBlocks(language: LanguageCode, returns: readonly ReturnedTitle[]): Block[] {
  const words = wordsIn(language).problems;
  const items = returns.flatMap(({ problems = [], ...title }) =>
    problems.map(({ condition, parts }) => {
      const flaw = condition === "damaged" ? words.damaged : words.missing(partsOf(parts).map(partInWords).join(", "));
      return `${title.title}: ${flaw}`;
    }),
  );
  if (items.length === 0) return [];
  return [
    { is: "heading", text: words.heading },
    { is: "list", items },
    { is: "text", text: words.note },
  ];
}

/** `before` is 0 for a new title, and `after` is 0 for a removed one. */
export type TitleChange = { title: string; before: number; after: number };

export function changedLetter(order: OrderFacts, changes: readonly TitleChange[]): Letter {
  const { order_id: id, language } = order;
  const { viewOrder, changed } = wordsIn(language);
  const inWords = ({ title, before, after }: TitleChange) => {
    if (before === 0) return changed.added(titleInWords({ title, quantity: after }));
    return after === 0 ? changed.removed(title) : changed.other(title, before, after);
  };
  return letterOf(language, { subject: changed.subject(id), heading: changed.heading, preview: changed.preview }, [
    { is: "text", text: changed.text },
    { is: "list", items: changes.map(inWords) },
    { is: "heading", text: changed.now },
    titles(order),
    { is: "button", label: viewOrder, path: `/user/vieworder/${id}` },
    { is: "note", text: changed.note },
  ]);
}

export const ownChangeLetter = (order: OrderFacts): Letter => wholeLetter(order, wordsIn(order.language).ownChange);

export const movedLetter = (order: OrderFacts): Letter => wholeLetter(order, wordsIn(order.language).moved);

function wholeLetter(order: OrderFacts, { preview, text }: { preview: string; text: string }): Letter {
  const { order_id: id, language } = order;
  const { order: name, number, changed, shipsTo } = wordsIn(language);
  return {
    language,
    subject: changed.subject(id),
    preview,
    heading: changed.heading,
    blocks: about(order, { text, note: changed.note }, [
      [name, number(id)],
      ...daysInWords(order),
      mailBackInWords(order),
      [shipsTo, order.ship_to],
    ]),
    ...calendarOf(order),
  };
}

export function canceledLetter(order: OrderFacts, reason: string): Letter {
  const { order: name, number, canceled } = wordsIn(order.language);
  const { subject, preview, heading, text, note, more } = canceled;
  const { calendar } = calendarOf(order);
  const reasonBlocks: Block[] = reason
    ? [
        { is: "heading", text: canceled.reason },
        { is: "quote", text: reason },
      ]
    : [];
  return {
    language: order.language,
    subject: subject(order.order_id),
    preview,
    heading,
    blocks: [
      { is: "text", text },
      { is: "facts", facts: [{ name, value: number(order.order_id) }] },
      titles(order),
      ...reasonBlocks,
      { is: "button", label: more, path: "/user/home" },
      { is: "note", text: calendar ? `${note} ${canceled.calendar}` : note },
    ],
    ...(calendar && { calendar: { ...calendar, isCanceled: true } }),
  };
}

/** `back` is that of the copy, or of the whole order without one. */
export function dueChangedLetter(
  order: OrderFacts & { back: MailBack },
  titles: readonly ReturnedTitle[],
  copyId?: number,
): Letter {
  const { order_id: id, version: sequence, language, lines } = order;
  const { dueChanged: words, viewOrder } = wordsIn(language);
  const [back, due] = [dayInWords(order.back.mailBackBy, language), dayInWords(order.back.due, language)];
  const out = titles.filter(({ loan }) => loan === "out");
  const items = (titles.length === 0 ? lines : out).map(titleInWords);
  return {
    language,
    subject: copyId === undefined ? words.subject(id, back) : words.part(id, back),
    preview: words.preview,
    heading: copyId === undefined ? words.heading(back) : words.partHeading(back),
    blocks: [
      { is: "text", text: copyId === undefined ? words.text(back, due) : words.partText(back, due) },
      { is: "list", items },
      { is: "button", label: viewOrder, path: `/user/vieworder/${id}` },
      { is: "note", text: words.note },
    ],
    calendar: {
      uid: copyId === undefined ? `order-${id}-due` : `order-${id}-copy-${copyId}-due`,
      sequence,
      ...mailBackEntry(order, items),
    },
  };
}

/** The kind of an earlier email whose news was undone. */
export type Mistake = "cancel" | "shipped" | "return";

export function correctionLetter(order: OrderFacts, mistake: Mistake): Letter {
  const { order_id: id, language } = order;
  const { order: name, number, viewOrder, correction } = wordsIn(language);
  return {
    language,
    subject: correction.subject(id),
    preview: correction.preview,
    heading: correction.heading,
    blocks: [
      { is: "text", text: correction.mistakes[mistake] },
      { is: "facts", facts: [{ name, value: number(id) }] },
      titles(order),
      { is: "button", label: viewOrder, path: `/user/vieworder/${id}` },
    ],
    ...(mistake === "cancel" && calendarOf(order)),
  };
}

/** Builds the email about a return, complete or partial. */
export function letterOfReturns(order: OrderFacts, titles: readonly ReturnedTitle[], today: string): Letter {
  return titles.every(({ loan }) => loan === "returned")
    ? returnedLetter(order, titles)
    : partlyReturnedLetter(order, titles, today);
}

function partlyReturnedLetter(order: OrderFacts, titles: readonly ReturnedTitle[], today: string): Letter {
  const { order_id: id, language, back } = order;
  const { viewOrder, partly } = wordsIn(language);
  const listOf = (state: ReturnedTitle["loan"], heading: string): Block[] => {
    const matches = titles.filter(({ loan }) => loan === state);
    if (matches.length === 0) return [];
    return [
      { is: "heading", text: heading },
      { is: "list", items: matches.map(titleInWords) },
    ];
  };
  const isOut = titles.some(({ loan }) => loan === "out");
  const rest = () => {
    if (!back) return partly.soon;
    const due = dayInWords(back.due, language);
    return back.due < today ? partly.late(due) : partly.note(dayInWords(back.mailBackBy, language), due);
  };
  return letterOf(language, { subject: partly.subject(id), heading: partly.heading, preview: partly.preview }, [
    { is: "text", text: partly.text },
    { is: "list", items: titles.filter(({ loan }) => loan === "returned").map(titleInWords) },
    ...problemBlocks(language, titles),
    ...listOf("out", partly.out),
    ...listOf("lost", partly.lost),
    { is: "button", label: viewOrder, path: `/user/vieworder/${id}` },
    ...(isOut ? [backTo(language), { is: "note" as const, text: rest() }] : []),
  ]);
}

type Facts = readonly (readonly [name: string, value: string | null, href?: string | undefined])[];

function about(order: OrderFacts, { text, note }: { text: string; note: string }, rows: Facts): Block[] {
  return [
    { is: "text", text },
    {
      is: "facts",
      facts: rows.flatMap(([name, value, href]) => (value ? [{ name, value, ...(href && { href }) }] : [])),
    },
    titles(order),
    { is: "button", label: wordsIn(order.language).viewOrder, path: `/user/vieworder/${order.order_id}` },
    { is: "note", text: note },
  ];
}

export function backTo(language: LanguageCode): Block {
  return { is: "postal address", label: wordsIn(language).sendBackTo };
}

function titles({ lines }: OrderFacts): Block {
  return { is: "list", items: lines.map(titleInWords) };
}

/** Returns "Food Is Fun (2)" for two copies. */
export function titleInWords({ title, quantity }: { title: string; quantity: number }): string {
  return quantity === 1 ? title : `${title} (${quantity})`;
}
