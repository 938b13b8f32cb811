import { expect, it } from "vitest";
import type { LanguageCode } from "#contract/site/languages.ts";
import { letterHtml } from "#server/platform/mail/letter/letter-html.ts";
import { letterText } from "#server/platform/mail/letter/letter-text.ts";
import type { Letter } from "#server/platform/mail/letter/letter.ts";
import { dueSoonLetter, overdueLetter } from "../reminders/reminder-letters.ts";
import { receivedLetter, returnedLetter, shippedLetter } from "./order-letters.ts";

const order = (language: LanguageCode) => ({
  language,
  order_id: 4711,
  borrower_id: 1,
  tracking_number: "1Z999AA10123456784",
  ship_date: "2026-03-02",
  return_date: "2026-04-01",
  ship_to: "Ada Field\nOak Grove Elementary",
  lines: [{ title: "Food Is Fun", quantity: 2 }],
  name: "Ada Field",
  email_address: "ada@school.example",
  is_read: true,
});
const letters: Record<string, (language: LanguageCode) => Letter> = {
  received: (language) => receivedLetter(order(language)),
  shipped: (language) => shippedLetter(order(language)),
  "shipped without a date": (language) => shippedLetter({ ...order(language), return_date: null }),
  returned: (language) => returnedLetter(order(language)),
  "due soon": (language) => dueSoonLetter(order(language)),
  overdue: (language) => overdueLetter([order(language)]),
  "several overdue": (language) => overdueLetter([order(language), { ...order(language), order_id: 4712 }]),
};
const head = { siteName: "The Library", email: "help@example.org", publicUrl: "https://library.example.org" };
const ofTheOrder = /^(?:- )?(?:The Library|https:.*|Food Is Fun \(2\)|Oak Grove Elementary|-- |.*: (?:#4711|1Z.*))$/;
const linesOf = (letter: Letter) => [
  letter.subject,
  letter.preview,
  ...letterText(letter, head)
    .split("\n")
    .filter((line) => line !== "" && !ofTheOrder.test(line)),
];

it.each(Object.keys(letters))("says all that the English letter says, and nothing of it in English: %s", (name) => {
  const [english, spanish] = (["en", "es"] as const).map((language) => letters[name]?.(language));
  if (!english || !spanish) throw new Error("There is no such letter.");
  expect(spanish.blocks.map(({ is }) => is)).toEqual(english.blocks.map(({ is }) => is));
  const [there, here] = [linesOf(english), linesOf(spanish)];
  expect(here).toHaveLength(there.length);
  expect(here.filter((line) => there.includes(line))).toEqual([]);
  // numbers and days come along
  expect(here.join().match(/471\d/g)).toEqual(there.join().match(/471\d/g));
  expect(here.join()).not.toMatch(/Apr|Mar /);
  expect(spanish.calendar?.day).toBe(english.calendar?.day);
  expect(letterHtml(spanish, head)).toContain('<html lang="es">');
  expect(letterHtml(english, head)).toContain('<html lang="en">');
});

it("writes a day as its readers do", () => {
  expect(dueSoonLetter(order("es")).subject).toBe("El pedido n.º 4711 debe devolverse el 1 de abril de 2026");
  expect(dueSoonLetter(order("en")).subject).toBe("Order #4711 is due back Apr 1, 2026");
});
