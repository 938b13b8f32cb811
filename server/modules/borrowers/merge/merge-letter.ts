import type { LanguageCode } from "#contract/site/languages.ts";
import type { Letter } from "#server/platform/mail/letter/letter.ts";

const words = {
  en: {
    heading: "Your two library accounts are one now",
    preview: "Your orders are all in one account.",
    text: (userName: string) =>
      `You had two accounts at the library. We merged them, so all your orders are in one place. Log in with the user name ${userName} and its password from now on; the other one is closed.`,
    note: "Was that not your account? Please write to us.",
  },
  es: {
    heading: "Sus dos cuentas de la biblioteca ahora son una",
    preview: "Todos sus pedidos están en una sola cuenta.",
    text: (userName: string) =>
      `Usted tenía dos cuentas en la biblioteca. Las unimos para que todos sus pedidos estén en un solo lugar. Desde ahora, inicie sesión con el nombre de usuario ${userName} y su contraseña; la otra cuenta está cerrada.`,
    note: "¿No era su cuenta? Escríbanos, por favor.",
  },
};

/** Tells a borrower which of their accounts is left. */
export function mergeLetter(userName: string, language: LanguageCode): Letter {
  const { heading, preview, text, note } = words[language];
  return {
    language,
    subject: heading,
    preview,
    heading,
    blocks: [
      { is: "text", text: text(userName) },
      { is: "note", text: note },
    ],
  };
}
