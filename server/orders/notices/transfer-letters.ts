import type { LanguageCode } from "#contract/site/languages.ts";
import { dayInWords, type Letter, letterOf } from "#server/platform/mail/letter/letter.ts";

type LoanedCopy = { title: string; sku: string; copy: number };
type Loans = { return_date: string | null; copies: readonly LoanedCopy[] };

const english = {
  giver: {
    heading: "Your loans are now with a colleague",
    preview: "You don’t need to send them back anymore.",
    text: "Your colleague has taken over these loans and will return them:",
    note: "Do you still have any of these? Please pass them on, or write to us.",
  },
  taker: {
    heading: "You took over loans from a colleague",
    preview: "Their due dates stay the same.",
    text: "You’re now responsible for these loans from your colleague. Please return them by their due dates:",
    note: "If you don’t have them, please write to us.",
  },
  colleague: "Colleague",
  copy: ({ title, sku, copy }: LoanedCopy) => `${title} (#${sku} copy ${copy})`,
  due: (titles: string, day: string) => `${titles}, due ${day}`,
};

const spanish: typeof english = {
  giver: {
    heading: "Sus préstamos están ahora a cargo de su colega",
    preview: "Ya no tiene que devolverlos.",
    text: "Su colega se hizo cargo de estos préstamos y los devolverá:",
    note: "Si todavía tiene alguno, entréguelo a su colega o escríbanos.",
  },
  taker: {
    heading: "Ahora tiene a su cargo préstamos de su colega",
    preview: "Las fechas límite no cambian.",
    text: "Estos préstamos de su colega están ahora a su cargo. Por favor, devuélvalos a más tardar en su fecha límite:",
    note: "Si no los tiene, escríbanos.",
  },
  colleague: "Colega",
  copy: ({ title, sku, copy }) => `${title} (#${sku}, ejemplar ${copy})`,
  due: (titles, day) => `${titles}, fecha límite: ${day}`,
};

type Colleague = { borrower_id: number; name: string };

/** Writes to the previous or the new borrower; `other` is their colleague. */
export function transferLetter(
  part: "giver" | "taker",
  { other, loans, language }: { other: Colleague; loans: readonly Loans[]; language: LanguageCode },
): Letter {
  const words = { en: english, es: spanish }[language];
  const { text, note, ...more } = words[part];
  const items = loans.map(({ copies, return_date: day }) => {
    const titles = copies.map((copy) => words.copy(copy)).join(", ");
    return day === null ? titles : words.due(titles, dayInWords(day, language));
  });
  return letterOf(language, more, [
    { is: "facts", facts: [{ name: words.colleague, value: other.name, borrowerId: other.borrower_id }] },
    { is: "text", text },
    { is: "list", items },
    { is: "note", text: note },
  ]);
}
