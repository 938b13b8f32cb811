import type { LanguageCode } from "#contract/site/languages.ts";
import { type Block, dayInWords, type Letter, letterOf } from "#server/platform/mail/letter/letter.ts";

type Days = { from: string; to: string };

const english = {
  risk: {
    subject: (id: number) => `Order #${id} may miss your dates`,
    preview: "You can change its dates or remove a title.",
    heading: "Your order may miss your dates",
    text: (days: string) =>
      `You need these for ${days}, and right now no copy will be back in time. We’re still looking for one.`,
    choices: "What you can do",
    other: (days: string) => `Change the dates: the whole order is available for ${days}`,
    remove: "Remove a title, or cancel the order",
    wait: "Do nothing: we’ll email you if we find a copy",
    button: "View your order",
  },
  resolved: {
    subject: (id: number) => `Order #${id} will make your dates after all`,
    preview: "You don’t need to do anything.",
    heading: "Your order will make your dates after all",
    text: (days: string) => `We have copies of these for you for ${days}. You don’t need to do anything.`,
    button: "View your order",
  },
};

const spanish: typeof english = {
  risk: {
    subject: (id) => `El pedido núm. ${id} podría no llegar para sus fechas`,
    preview: "Puede cambiar las fechas o quitar un material.",
    heading: "Su pedido podría no llegar para sus fechas",
    text: (days) =>
      `Usted usa estos materiales en clase ${days}, y por ahora ningún ejemplar estará de vuelta a tiempo. Seguimos buscando uno.`,
    choices: "Lo que puede hacer",
    other: (days) => `Cambiar las fechas: todo el pedido está disponible ${days}`,
    remove: "Quitar un material o cancelar el pedido",
    wait: "No hacer nada: le escribiremos si encontramos un ejemplar",
    button: "Ver su pedido",
  },
  resolved: {
    subject: (id) => `El pedido núm. ${id} sí llegará para sus fechas`,
    preview: "No tiene que hacer nada.",
    heading: "Su pedido sí llegará para sus fechas",
    text: (days) => `Tenemos ejemplares de estos materiales para usted ${days}. No tiene que hacer nada.`,
    button: "Ver su pedido",
  },
};

const wordsIn = (language: LanguageCode) => ({ en: english, es: spanish })[language];

const daysInWords = ({ from, to }: Days, language: LanguageCode) => {
  const [first, last] = [dayInWords(from, language), dayInWords(to, language)];
  if (language === "es") return from === to ? `el ${first}` : `del ${first} al ${last}`;
  return from === to ? first : `${first} to ${last}`;
};

type MailFacts = { orderId: number; language: LanguageCode; teaching: Days; titles: readonly string[] };

const viewOrder = (orderId: number, label: string): Block => ({
  is: "button",
  label,
  path: `/user/vieworder/${orderId}`,
});

/** Builds the email about an order that may miss its dates. `other` has the nearest dates with all of it available. */
export function riskLetter({ orderId, language, teaching, titles }: MailFacts, other: readonly Days[]): Letter {
  const words = wordsIn(language).risk;
  const blocks: Block[] = [
    { is: "text", text: words.text(daysInWords(teaching, language)) },
    { is: "list", items: [...titles] },
    { is: "heading", text: words.choices },
    { is: "list", items: [...other.map((days) => words.other(daysInWords(days, language))), words.remove, words.wait] },
    viewOrder(orderId, words.button),
  ];
  return { language, subject: words.subject(orderId), preview: words.preview, heading: words.heading, blocks };
}

export function resolvedLetter({ orderId, language, teaching, titles }: MailFacts): Letter {
  const { subject, text, button, ...words } = wordsIn(language).resolved;
  return letterOf(language, { ...words, subject: subject(orderId) }, [
    { is: "text", text: text(daysInWords(teaching, language)) },
    { is: "list", items: [...titles] },
    viewOrder(orderId, button),
  ]);
}
