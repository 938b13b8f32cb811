import type { MailBack } from "#contract/desk/package.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { dayInWords, type Letter, letterOf } from "#server/platform/mail/letter/letter.ts";

type LoanedCopy = { title: string; sku: string; copy: number };
type Loans = { back: MailBack | null; copies: readonly LoanedCopy[] };

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
    text: "You’re now responsible for these loans from your colleague. Please return them on time:",
    note: "If you don’t have them, please write to us.",
  },
  colleague: "Colleague",
  copy: ({ title, sku, copy }: LoanedCopy) => `${title} (#${sku} copy ${copy})`,
  back: (titles: string, back: string, due: string) => `${titles}: mail by ${back} so that it reaches us by ${due}`,
  late: (titles: string, due: string) => `${titles}: should have reached us by ${due}`,
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
    text: "Estos préstamos de su colega están ahora a su cargo. Por favor, devuélvalos a tiempo:",
    note: "Si no los tiene, escríbanos.",
  },
  colleague: "Colega",
  copy: ({ title, sku, copy }) => `${title} (#${sku}, ejemplar ${copy})`,
  back: (titles, back, due) =>
    `${titles}: envíelo de regreso a más tardar el ${back} para que nos llegue a más tardar el ${due}`,
  late: (titles, due) => `${titles}: debía llegarnos a más tardar el ${due}`,
};

type Colleague = { borrower_id: number; name: string };

type TransferFacts = { other: Colleague; loans: readonly Loans[]; language: LanguageCode; today: string };

/** Writes to the previous or the new borrower; `other` is their colleague. */
export function transferLetter(part: "giver" | "taker", { other, loans, language, today }: TransferFacts): Letter {
  const words = { en: english, es: spanish }[language];
  const { text, note, ...more } = words[part];
  const items = loans.map(({ copies, back }) => {
    const titles = copies.map((copy) => words.copy(copy)).join(", ");
    if (!back || part === "giver") return titles;
    const due = dayInWords(back.due, language);
    return back.due < today ? words.late(titles, due) : words.back(titles, dayInWords(back.mailBackBy, language), due);
  });
  return letterOf(language, more, [
    { is: "facts", facts: [{ name: words.colleague, value: other.name, borrowerId: other.borrower_id }] },
    { is: "text", text },
    { is: "list", items },
    { is: "note", text: note },
  ]);
}
