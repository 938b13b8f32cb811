import type { LanguageCode } from "#contract/site/languages.ts";
import { dayInWords, type Letter } from "#server/platform/mail/letter/letter.ts";

type LoanedCopy = { title: string; sku: string; copy: number };
type Loans = { return_date: string | null; copies: readonly LoanedCopy[] };

const english = {
  giver: {
    heading: (name: string) => `Your loans are now with ${name}`,
    preview: "You don’t need to send them back anymore.",
    text: (name: string) => `Your colleague ${name} has taken over these loans and will send them back:`,
    note: "Do you still have any of these? Please pass them on, or write to us.",
  },
  taker: {
    heading: (name: string) => `You took over loans from ${name}`,
    preview: "Their due dates stay the same.",
    text: (name: string) =>
      `These loans of your colleague ${name} are yours now. Please send them back by their due dates:`,
    note: "If you don’t have them, please write to us.",
  },
  copy: ({ title, sku, copy }: LoanedCopy) => `${title} (#${sku} copy ${copy})`,
  due: (titles: string, day: string) => `${titles}, due ${day}`,
};

const spanish: typeof english = {
  giver: {
    heading: (name) => `Sus préstamos están ahora a cargo de ${name}`,
    preview: "Ya no tiene que devolverlos.",
    text: (name) => `${name}, de su escuela, se hizo cargo de estos préstamos y los devolverá:`,
    note: "Si todavía tiene alguno, entréguelo a su colega o escríbanos.",
  },
  taker: {
    heading: (name) => `Ahora tiene a su cargo préstamos de ${name}`,
    preview: "Las fechas límite no cambian.",
    text: (name) =>
      `Estos préstamos de ${name}, de su escuela, están ahora a su cargo. Por favor, devuélvalos a más tardar en su fecha límite:`,
    note: "Si no los tiene, escríbanos.",
  },
  copy: ({ title, sku, copy }) => `${title} (#${sku}, ejemplar ${copy})`,
  due: (titles, day) => `${titles}, fecha límite: ${day}`,
};

/** Writes to the previous or the new borrower; `other` is their colleague. */
export function transferLetter(
  part: "giver" | "taker",
  { other, loans, language }: { other: string; loans: readonly Loans[]; language: LanguageCode },
): Letter {
  const words = { en: english, es: spanish }[language];
  const { heading, preview, text, note } = words[part];
  const items = loans.map(({ copies, return_date: day }) => {
    const titles = copies.map((copy) => words.copy(copy)).join(", ");
    return day === null ? titles : words.due(titles, dayInWords(day, language));
  });
  return {
    language,
    subject: heading(other),
    preview,
    heading: heading(other),
    blocks: [
      { is: "text", text: text(other) },
      { is: "list", items },
      { is: "note", text: note },
    ],
  };
}
