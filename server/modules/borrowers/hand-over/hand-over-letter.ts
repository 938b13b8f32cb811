import type { LanguageCode } from "#contract/site/languages.ts";
import { dayInWords, type Letter } from "#server/platform/mail/letter/letter.ts";
import type { LoanedCopy, Loans } from "./hand-over.queries.ts";

const english = {
  given: {
    heading: (name: string) => `Your loans are now with ${name}`,
    preview: "You need not send them back anymore.",
    text: (name: string) => `Your colleague ${name} has taken over these loans and will send them back:`,
    note: "Is something of it still with you? Please pass it on, or write to us.",
  },
  taken: {
    heading: (name: string) => `You took over loans from ${name}`,
    preview: "Their due dates stay the same.",
    text: (name: string) =>
      `These loans of your colleague ${name} are yours now. Please send them back by their due dates:`,
    note: "Don’t you have them? Please write to us.",
  },
  copy: ({ title, sku, copy }: LoanedCopy) => `${title} (#${sku} copy ${copy})`,
  due: (titles: string, day: string) => `${titles}, due ${day}`,
};

const spanish: typeof english = {
  given: {
    heading: (name) => `Sus préstamos están ahora a cargo de ${name}`,
    preview: "Ya no tiene que devolverlos.",
    text: (name) => `${name}, de su escuela, se hizo cargo de estos préstamos y los devolverá:`,
    note: "¿Todavía tiene algo de esto? Entréguelo o escríbanos, por favor.",
  },
  taken: {
    heading: (name) => `Ahora tiene a su cargo préstamos de ${name}`,
    preview: "Sus fechas límite no cambian.",
    text: (name) =>
      `Estos préstamos de ${name}, de su escuela, están ahora a su cargo. Devuélvalos antes de su fecha límite, por favor:`,
    note: "¿No los tiene? Escríbanos, por favor.",
  },
  copy: ({ title, sku, copy }) => `${title} (#${sku}, ejemplar ${copy})`,
  due: (titles, day) => `${titles}, fecha límite: ${day}`,
};

/** Tells who gave loans away, or who took them over, what they are; `other` is the colleague. */
export function handOverLetter(
  part: "given" | "taken",
  { other, loans, language }: { other: string; loans: readonly Loans[]; language: LanguageCode },
): Letter {
  const words = { en: english, es: spanish }[language];
  const { heading, preview, text, note } = words[part];
  const listed = loans.map(({ copies, return_date: day }) => {
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
      { is: "list", items: listed },
      { is: "note", text: note },
    ],
  };
}
