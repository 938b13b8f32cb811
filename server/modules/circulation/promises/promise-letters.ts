import type { LanguageCode } from "#contract/site/languages.ts";
import { type Block, dayInWords, type Letter } from "#server/platform/mail/letter/letter.ts";

type Days = { from: string; to: string };

const english = {
  risk: {
    subject: (id: number) => `Your days with order #${id} are at risk`,
    preview: "Choose what we should do, in one press.",
    heading: "Your days are at risk",
    text: (days: string) =>
      `You teach with these on ${days}, and right now no copy will be back in time. We go on looking for one.`,
    choices: "What you can do",
    other: (days: string) => `Teach with the whole order on ${days} instead`,
    instead: (title: string, other: string) => `Take “${other}” instead of “${title}”: it is free on your days`,
    letGo: (title: string) => `Do without “${title}”`,
    wait: "Do nothing: we write again if a copy is found after all",
    button: "Choose",
    note: "This link changes this order only: don’t forward this email. Nothing changes until you press a button there.",
  },
  kept: {
    subject: (id: number) => `Your days with order #${id} are kept after all`,
    preview: "You need not do anything.",
    heading: "Your days are kept after all",
    text: (days: string) => `Copies of these are there for you on ${days}. You need not do anything.`,
    button: "View your order",
  },
};

const spanish: typeof english = {
  risk: {
    subject: (id) => `Sus días con el pedido n.º ${id} están en riesgo`,
    preview: "Elija con un clic qué debemos hacer.",
    heading: "Sus días están en riesgo",
    text: (days) =>
      `Usted usa estos materiales en clase ${days}, y por ahora ningún ejemplar estará de vuelta a tiempo. Seguimos buscando uno.`,
    choices: "Lo que puede hacer",
    other: (days) => `Usar todo el pedido ${days}`,
    instead: (title, other) => `Tomar “${other}” en lugar de “${title}”: está disponible en sus días`,
    letGo: (title) => `Prescindir de “${title}”`,
    wait: "No hacer nada: le escribiremos de nuevo si al final aparece un ejemplar",
    button: "Elegir",
    note: "Este enlace cambia solo este pedido: no reenvíe este mensaje. Nada cambia hasta que usted pulse un botón allí.",
  },
  kept: {
    subject: (id) => `Sus días con el pedido n.º ${id} se mantienen`,
    preview: "No tiene que hacer nada.",
    heading: "Sus días se mantienen",
    text: (days) => `Hay ejemplares de estos materiales para usted ${days}. No tiene que hacer nada.`,
    button: "Ver su pedido",
  },
};

const wordsIn = (language: LanguageCode) => ({ en: english, es: spanish })[language];

const daysInWords = ({ from, to }: Days, language: LanguageCode) => {
  const [first, last] = [dayInWords(from, language), dayInWords(to, language)];
  if (language === "es") return from === to ? `el ${first}` : `del ${first} al ${last}`;
  return from === to ? first : `${first} to ${last}`;
};

type Told = { orderId: number; language: LanguageCode; teaching: Days; titles: readonly string[] };

/** What the borrower can do, each in one press on the page of the link. */
export type Choices = { other: readonly Days[]; instead: readonly { title: string; other: string }[] };

/** The email that no copy is left for the days of an order, with what else would do. */
export function riskLetter({ orderId, language, teaching, titles }: Told, choices: Choices, path: string): Letter {
  const words = wordsIn(language).risk;
  const items = [
    ...choices.other.map((days) => words.other(daysInWords(days, language))),
    ...choices.instead.map(({ title, other }) => words.instead(title, other)),
    ...titles.map((title) => words.letGo(title)),
    words.wait,
  ];
  const blocks: Block[] = [
    { is: "text", text: words.text(daysInWords(teaching, language)) },
    { is: "list", items: [...titles] },
    { is: "heading", text: words.choices },
    { is: "list", items },
    { is: "button", label: words.button, path },
    { is: "note", text: words.note },
  ];
  return { language, subject: words.subject(orderId), preview: words.preview, heading: words.heading, blocks };
}

/** The email that takes that back. */
export function keptLetter({ orderId, language, teaching, titles }: Told): Letter {
  const { subject, text, button, ...words } = wordsIn(language).kept;
  return {
    ...words,
    language,
    subject: subject(orderId),
    blocks: [
      { is: "text", text: text(daysInWords(teaching, language)) },
      { is: "list", items: [...titles] },
      { is: "button", label: button, path: `/user/vieworder/${orderId}` },
    ],
  };
}
