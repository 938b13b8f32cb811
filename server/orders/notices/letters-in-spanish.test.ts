import { expect, it } from "vitest";
import type { LanguageCode } from "#contract/site/languages.ts";
import { letterHtml } from "#server/platform/mail/letter/letter-html.ts";
import { type Letter, letterText } from "#server/platform/mail/letter/letter.ts";
import { expectBothLanguages } from "#server/test/both-languages.ts";
import { sampleOrder } from "#server/admin/sample-letters.ts";
import { owedLetter } from "#server/desk/claims/claim-letter.ts";
import { dueSoonLetter, overdueLetter } from "./reminder-letters.ts";
import type { ReturnedTitle } from "../loans.queries.ts";
import {
  canceledLetter,
  changedLetter,
  dueChangedLetter,
  letterOfReturns,
  receivedLetter,
  shippedLetter,
} from "./order-letters.ts";

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
