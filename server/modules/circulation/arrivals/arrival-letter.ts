import type { LanguageCode } from "#contract/site/languages.ts";
import { dayInWords, type Letter } from "#server/platform/mail/letter/letter.ts";

const english = {
  subject: (id: number) => `Did order #${id} arrive?`,
  preview: "Tell us in one press. It helps us to plan the mail.",
  heading: "Did your package arrive?",
  text: (id: number, day: string) => `Order #${id} left the library on ${day} and should be with you by now.`,
  button: "It’s here",
  note: "Not there yet? Please write to us, and we’ll look for it. This link says when this one order arrived and can do nothing else.",
};

const spanish: typeof english = {
  subject: (id) => `¿Llegó el pedido n.º ${id}?`,
  preview: "Díganoslo con un clic. Nos ayuda a planificar los envíos.",
  heading: "¿Llegó su paquete?",
  text: (id, day) => `El pedido n.º ${id} salió de la biblioteca el ${day} y ya debería estar con usted.`,
  button: "Ya llegó",
  note: "¿Todavía no llegó? Escríbanos y lo buscaremos. Este enlace solo dice cuándo llegó este pedido y no puede hacer nada más.",
};

type Asked = { order_id: number; ship_date: string; language: LanguageCode };

/** The email that asks whether a parcel came; `path` is the page that takes the answer. */
export function arrivalLetter({ order_id: id, ship_date: day, language }: Asked, path: string): Letter {
  const { subject, text, button, note, ...words } = { en: english, es: spanish }[language];
  return {
    ...words,
    language,
    subject: subject(id),
    blocks: [
      { is: "text", text: text(id, dayInWords(day, language)) },
      { is: "button", label: button, path },
      { is: "note", text: note },
    ],
  };
}
