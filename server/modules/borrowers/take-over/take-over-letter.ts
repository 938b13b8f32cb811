import { askedDays } from "#contract/borrowers/take-over.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { Letter } from "#server/platform/mail/letter/letter.ts";

const english = {
  subject: "A request to take over your loans",
  preview: "You decide with one click.",
  text: (name: string, address: string) =>
    `${name} (${address}), whose account names your school, asks to take over what you have out. They would send it back, and you would no longer have to.`,
  button: "See what they ask for",
  note: `Nothing changes unless you agree on that page. Don’t you know this person? Then do nothing. The link is good for ${askedDays} days.`,
};

const spanish: typeof english = {
  subject: "Piden hacerse cargo de sus préstamos",
  preview: "Usted decide con un clic.",
  text: (name, address) =>
    `${name} (${address}), cuya cuenta indica la escuela de usted, pide hacerse cargo de lo que usted tiene en préstamo: lo devolvería en su lugar.`,
  button: "Ver lo que pide",
  note: `Nada cambia si usted no acepta en esa página. ¿No conoce a esta persona? Entonces no haga nada. El enlace es válido por ${askedDays} días.`,
};

/** Asks a borrower whether a colleague may have their loans; `path` is the page that takes the answer. */
export function askLetter(
  { name, emailAddress, language }: { name: string; emailAddress: string; language: LanguageCode },
  path: string,
): Letter {
  const { subject, text, button, note, preview } = { en: english, es: spanish }[language];
  return {
    language,
    subject,
    preview,
    heading: subject,
    blocks: [
      { is: "text", text: text(name, emailAddress) },
      { is: "button", label: button, path },
      { is: "note", text: note },
    ],
  };
}
