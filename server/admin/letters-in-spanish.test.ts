import { expect, it } from "vitest";
import { transferLetter } from "#server/orders/notices/transfer-letters.ts";
import { emailChangedLetter } from "#server/people/accounts/mailbox.ts";
import { resetLetter } from "#server/people/accounts/new-passwords.ts";
import { blockLetter } from "#server/people/borrowers/change-borrower.ts";
import { mergeLetter } from "#server/people/borrowers/merge-borrowers.ts";
import { onTheListLetter } from "#server/site/mailing-list-letters.ts";
import { resolvedLetter } from "#server/waitlist/reservations/reservation-letters.ts";
import { againLetter } from "#server/waitlist/waitlist-mail.ts";
import { sampleLetters, sampleOrder } from "./sample-letters.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { letterHtml } from "#server/platform/mail/letter/letter-html.ts";
import { type Letter, letterText } from "#server/platform/mail/letter/letter.ts";
import { expectBothLanguages } from "#server/test/both-languages.ts";
import { owedLetter } from "#server/desk/claims/claim-letter.ts";
import { dueSoonLetter, overdueLetter } from "#server/orders/notices/reminder-letters.ts";
import type { ReturnedTitle } from "#server/orders/loans.queries.ts";
import {
  canceledLetter,
  changedLetter,
  dueChangedLetter,
  letterOfReturns,
  receivedLetter,
  shippedLetter,
} from "#server/orders/notices/order-letters.ts";

const order = (language: LanguageCode) => sampleOrder(language, "2026-03-02");
const aTitle = (loan: ReturnedTitle["loan"]) => ({ title: "Food Is Fun", quantity: 1, loan });
const problems = [
  { condition: "parts missing", parts: "" },
  { condition: "damaged", parts: "" },
] as const;
const owedItem = (kind: "lost" | "damaged", cents: number) => ({
  claim_id: 1,
  kind,
  cost_cents: cents,
  parts: "",
  order_id: 4711,
  title: "Food Is Fun",
  sku_number: "B12345",
  copy_number: 1,
});
const days = {
  shipBy: "2026-05-04",
  arriveBy: "2026-05-08",
  teachFrom: "2026-05-11",
  teachTo: "2026-05-15",
  mailBackBy: "2026-05-15",
  dueBy: "2026-05-22",
};
const backOfDays = { mailBackBy: days.mailBackBy, due: days.dueBy };
const letters: Record<string, (language: LanguageCode) => Letter> = {
  received: (language) => receivedLetter(order(language), { expectBy: "2026-03-06" }),
  "received, with days": (language) => receivedLetter({ ...order(language), days, back: backOfDays }),
  "shipped, with days": (language) => shippedLetter({ ...order(language), days, back: backOfDays }),
  "received, to confirm": (language) => receivedLetter(order(language), { confirmPath: "/user/confirm-email#secret" }),
  "received, by phone": (language) => receivedLetter(order(language), { byPhone: { userName: "4712" } }),
  shipped: (language) => shippedLetter(order(language)),
  "shipped without a date": (language) => shippedLetter({ ...order(language), return_date: null, back: null }),
  "due date changed": (language) => dueChangedLetter(order(language), [aTitle("out"), aTitle("returned")]),
  returned: (language) => letterOfReturns(order(language), [aTitle("returned")], "2026-01-05"),
  "returned, missing parts and damaged": (language) =>
    letterOfReturns(order(language), [{ ...aTitle("returned"), problems }], "2026-01-05"),
  "partly returned, missing parts and damaged": (language) =>
    letterOfReturns(order(language), [{ ...aTitle("returned"), problems }, aTitle("out")], "2026-01-05"),
  "partly returned": (language) => letterOfReturns(order(language), [aTitle("returned"), aTitle("out")], "2026-01-05"),
  "partly returned, without a date": (language) =>
    letterOfReturns({ ...order(language), return_date: null, back: null }, [aTitle("out")], "2026-01-05"),
  "returned except for a lost copy": (language) =>
    letterOfReturns(order(language), [aTitle("returned"), aTitle("lost")], "2026-01-05"),
  changed: (language) =>
    changedLetter(order(language), [
      { title: "Food Is Fun", before: 1, after: 2 },
      { title: "Added", before: 0, after: 1 },
      { title: "Removed", before: 1, after: 0 },
    ]),
  canceled: (language) => canceledLetter(order(language), "4712"),
  "canceled, with days": (language) => canceledLetter({ ...order(language), days, back: backOfDays }, ""),
  "lost and damaged": (language) => owedLetter({ language, items: [owedItem("lost", 2450), owedItem("damaged", 0)] }),
  "due soon": (language) => dueSoonLetter(order(language), "2026-03-24"),
  "due soon, to mail back today": (language) => dueSoonLetter(order(language), "2026-03-25"),
  overdue: (language) => overdueLetter([order(language)]),
  "overdue, awaited": (language) => overdueLetter([{ ...order(language), is_awaited: true }]),
  "several overdue": (language) => overdueLetter([order(language), { ...order(language), order_id: 4712 }]),
};

it.each(Object.keys(letters))("the Spanish email has everything in the English one and no English: %s", (name) => {
  const [english, spanish] = (["en", "es"] as const).map((language) => letters[name]?.(language));
  if (!english || !spanish) throw new Error(`There is no letter "${name}".`);
  expectBothLanguages(english, spanish);
  const numbersIn = (letter: Letter) => JSON.stringify(letter).match(/471\d/g);
  expect(numbersIn(spanish)).toEqual(numbersIn(english));
  expect(JSON.stringify(spanish)).not.toMatch(/Apr|Mar /);
});

const ada = { userName: "ada.field", borrowerId: null };
const further: Record<string, (language: LanguageCode) => Letter> = {
  "a changed email address": (language) => emailChangedLetter({ userName: "ada.field", language }),
  "merged accounts": (language) => mergeLetter("ada.field", language),
  "an unblocked account": (language) => blockLetter("", language),
  "an address on the mailing list": (language) => onTheListLetter({ leavePath: "/signup/leave#def" }, language),
  "a reopened waitlist": (language) => againLetter("Food Is Fun", language, 7),
  "dates without a risk": (language) =>
    resolvedLetter({ orderId: 4711, teaching: { from: "2026-04-06", to: "2026-04-10" }, titles: ["Kit"], language }),
  "loans that a colleague has": (language) =>
    transferLetter("giver", {
      other: { borrower_id: 1, name: "Ann" },
      loans: [{ back: null, copies: [{ title: "Kit", sku: "A1", copy: 2 }] }],
      language,
      today: "2026-03-02",
    }),
  "several accounts, one of which has to wait": (language) =>
    resetLetter(
      [
        { ...ada, token: "a-secret" },
        { ...ada, waitsUntil: "Mar 4, 2026, 3:00 PM" },
      ],
      { minutes: 60, language },
    ),
};
const samples = Object.entries(sampleLetters)
  .filter(([kind]) => kind !== "message" && !kind.startsWith("staff")) // staff write or read these, in one language
  .map(([kind, write]) => {
    const letter = (language: LanguageCode) => write({ language, today: "2026-03-02", loanDays: 30 });
    return [kind, letter] as const;
  });

it.each([...samples, ...Object.entries(further)])("an email to borrowers is in both languages: %s", (_name, letter) => {
  const names = ["ada.field", "Robin Reader", "Food Is Fun", "Kit", "Ann"];
  const typedByStaff = ["Order #4711 is long overdue.", "The last copy was damaged."];
  expectBothLanguages(letter("en"), letter("es"), [...typedByStaff, ...names]);
});

it("emails format dates in the reader's language", () => {
  const subjectIn = (language: LanguageCode) => dueSoonLetter(order(language), "2026-03-24").subject;
  expect(subjectIn("es")).toBe("Envíe de regreso el pedido núm. 4711 a más tardar el 25 de marzo de 2026");
  expect(subjectIn("en")).toBe("Please mail order #4711 back by Mar 25, 2026");
});

it("the email before the due date asks for the package right away on the last day to mail it and after", () => {
  for (const today of ["2026-03-25", "2026-03-30"])
    expect(dueSoonLetter(order("en"), today)).toMatchObject({
      subject: "Please mail order #4711 back now",
      blocks: [
        { text: "A friendly reminder: please mail your order #4711 back now so that it reaches us by Apr 1, 2026." },
        {},
        {},
        {},
        {},
      ],
    });
});

it("emails about teaching dates and their calendar file say once when to mail it back", () => {
  const factsOf = (letter: Letter) => letter.blocks.flatMap((block) => (block.is === "facts" ? block.facts : []));
  const letter = shippedLetter({ ...order("en"), days, back: backOfDays });
  const back = { name: "Mail it back by", value: "May 15, 2026 so that it reaches us by May 22, 2026" };
  expect(factsOf(letter).filter(({ name }) => /back/.test(name))).toEqual([back]);
  expect(letter.calendar).toMatchObject({ day: "2026-05-15", summary: "Mail library order #4711 back" });
});

it.each(["shipped", "due soon", "overdue", "several overdue"])("emails give the return address once: %s", (name) => {
  const head = {
    siteName: "The Library",
    email: "help@example.org",
    publicUrl: "https://library.example.org",
    postalAddress: "1 Main Street\nFresno, CA 93701",
  };
  for (const [language, words] of [
    ["en", "Send it back to"],
    ["es", "Devuélvalo a"],
  ] as const) {
    const letter = letters[name]?.(language);
    if (!letter) throw new Error(`There is no letter "${name}".`);
    expect(letterText(letter, head).split(`${words}:\n${head.postalAddress}\n`)).toHaveLength(2);
    const html = letterHtml(letter, head);
    expect(html).toContain(words);
    expect(html.split("1 Main Street<br>Fresno, CA 93701")).toHaveLength(2);
  }
});
