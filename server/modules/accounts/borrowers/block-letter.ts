import type { LanguageCode } from "#contract/site/languages.ts";
import type { Letter } from "#server/platform/mail/letter/letter.ts";

const english = {
  blocked: {
    heading: "You can’t place orders right now",
    preview: "The library stopped new orders from your account.",
    text: (reason: string) => `The library stopped new orders from your account, for this reason: ${reason}`,
    note: "You can still see what you have and send it back. Please write to us if you have a question.",
  },
  unblocked: {
    heading: "You can place orders again",
    preview: "Your library account is open for orders again.",
    text: () => "Your library account is open for orders again. Thank you.",
    note: "Please write to us if you have a question.",
  },
};

const spanish: typeof english = {
  blocked: {
    heading: "Por ahora no puede hacer pedidos",
    preview: "La biblioteca detuvo los pedidos nuevos de su cuenta.",
    text: (reason) => `La biblioteca detuvo los pedidos nuevos de su cuenta por este motivo: ${reason}`,
    note: "Aún puede ver lo que tiene y devolverlo. Escríbanos, por favor, si tiene alguna pregunta.",
  },
  unblocked: {
    heading: "Ya puede volver a hacer pedidos",
    preview: "Su cuenta de la biblioteca vuelve a admitir pedidos.",
    text: () => "Su cuenta de la biblioteca vuelve a admitir pedidos. Gracias.",
    note: "Escríbanos, por favor, si tiene alguna pregunta.",
  },
};

/** Tells a borrower that they cannot order, and why; without a reason, that they can again. */
export function blockLetter(reason: string, language: LanguageCode): Letter {
  const words = { en: english, es: spanish }[language];
  const { heading, preview, text, note } = reason === "" ? words.unblocked : words.blocked;
  return {
    language,
    subject: heading,
    preview,
    heading,
    blocks: [
      { is: "text", text: text(reason) },
      { is: "note", text: note },
    ],
  };
}
