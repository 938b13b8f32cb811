import { expect, it } from "vitest";
import type { LanguageCode } from "#contract/site/languages.ts";
import { letterHtml } from "#server/platform/mail/letter/letter-html.ts";
import { type Letter, letterText } from "#server/platform/mail/letter/letter.ts";
import { expectBothLanguages } from "#server/test/both-languages.ts";
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

const order = (language: LanguageCode) => ({
  language,
  order_id: 4711,
  borrower_id: 1,
  tracking_number: "1Z999AA10123456784",
  ship_date: "2026-03-02",
  return_date: "2026-04-01",
  version: 1,
  ship_to: "Ada Field\nOak Grove Elementary",
  lines: [{ title: "Food Is Fun", quantity: 2 }],
  name: "Ada Field",
  email_address: "ada@school.example",
  is_read: true,
  is_reached: true,
  imported_on: null,
  is_awaited: false,
});
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
const letters: Record<string, (language: LanguageCode) => Letter> = {
  received: (language) => receivedLetter(order(language), { expectBy: "2026-03-06" }),
  "received, with days": (language) => receivedLetter({ ...order(language), days }),
  "shipped, with days": (language) => shippedLetter({ ...order(language), days }),
  "received, to confirm": (language) => receivedLetter(order(language), { confirmPath: "/user/confirm-email#secret" }),
  "received, by phone": (language) => receivedLetter(order(language), { byPhone: { userName: "4712" } }),
  shipped: (language) => shippedLetter(order(language)),
  "shipped without a date": (language) => shippedLetter({ ...order(language), return_date: null }),
  "due date changed": (language) => dueChangedLetter(order(language), [aTitle("out"), aTitle("returned")]),
  returned: (language) => letterOfReturns(order(language), [aTitle("returned")], "2026-01-05"),
  "returned, missing parts and damaged": (language) =>
    letterOfReturns(order(language), [{ ...aTitle("returned"), problems }], "2026-01-05"),
  "partly returned, missing parts and damaged": (language) =>
    letterOfReturns(order(language), [{ ...aTitle("returned"), problems }, aTitle("out")], "2026-01-05"),
  "partly returned": (language) => letterOfReturns(order(language), [aTitle("returned"), aTitle("out")], "2026-01-05"),
  "partly returned, without a date": (language) =>
    letterOfReturns({ ...order(language), return_date: null }, [aTitle("out")], "2026-01-05"),
  "returned except for a lost copy": (language) =>
    letterOfReturns(order(language), [aTitle("returned"), aTitle("lost")], "2026-01-05"),
  changed: (language) =>
    changedLetter(order(language), [
      { title: "Food Is Fun", before: 1, after: 2 },
      { title: "Added", before: 0, after: 1 },
      { title: "Removed", before: 1, after: 0 },
    ]),
  canceled: (language) => canceledLetter(order(language), "4712"),
  "canceled, with days": (language) => canceledLetter({ ...order(language), days }, ""),
  "lost and damaged": (language) => owedLetter({ language, items: [owedItem("lost", 2450), owedItem("damaged", 0)] }),
  "due soon": (language) => dueSoonLetter(order(language)),
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
  expect(dueSoonLetter(order("es")).subject).toBe("El pedido núm. 4711 debe devolverse el 1 de abril de 2026");
  expect(dueSoonLetter(order("en")).subject).toBe("Order #4711 is due back Apr 1, 2026");
});

it("emails about teaching dates say once when to mail it back, until the due date moves", () => {
  const factsOf = (letter: Letter) => letter.blocks.flatMap((block) => (block.is === "facts" ? block.facts : []));
  const facts = (due: string) => factsOf(shippedLetter({ ...order("en"), days, return_date: due }));
  const back = { name: "Mail it back by", value: "May 15, 2026 so that it reaches us by May 22, 2026" };
  expect(facts("2026-05-22")).toContainEqual(back);
  expect(facts("2026-05-22").map(({ name }) => name)).not.toContain("Due back");
  expect(facts("2026-06-01").map(({ name }) => name)).not.toContain("Mail it back by");
  expect(facts("2026-06-01")).toContainEqual({ name: "Due back", value: "Jun 1, 2026" });
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
