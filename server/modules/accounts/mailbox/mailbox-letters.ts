import type { LanguageCode } from "#contract/site/languages.ts";
import type { Letter } from "#server/platform/mail/letter/letter.ts";
import { linkDays } from "./link-days.rules.ts";

const english = {
  confirm: {
    heading: "Confirm your email address",
    preview: (days: number) => `The link works for ${days} days.`,
    text: (userName: string) =>
      `Your library account ${userName} uses this email address. Please confirm that you receive its emails.`,
    button: "Confirm my email address",
    note: "Not your account? Do nothing, and we won’t email you about it.",
  },
  welcome: {
    heading: "Welcome to the library",
    preview: "How borrowing works.",
    text: (userName: string) => `Your account ${userName} is ready, and we now email you about what you order.`,
    steps: (days: number) => [
      "Find books, videos, and audio, put them into your cart, and order. Borrowing and shipping to you are free.",
      `Keep everything for ${days} days from the day it ships. We remind you before it is due.`,
      "Send it back insured, with a carrier that tracks it. Your order says where to.",
    ],
    button: "Find something to borrow",
  },
  emailChanged: {
    heading: "Your email address was changed",
    preview: "If it wasn’t you, write to us.",
    text: (userName: string) =>
      `Your library account ${userName} now uses another email address. We won’t email you here anymore.`,
    note: "Wasn’t it you? Please write to us at once.",
  },
  passwordChanged: {
    heading: "Your password was changed",
    preview: "If it wasn’t you, choose a new one.",
    text: (userName: string) => `The password of your library account ${userName} was just changed.`,
    button: "Choose a new password",
    note: "Was it you? You’re all set. If not, choose a new password with the button, and write to us.",
  },
};

const spanish: typeof english = {
  confirm: {
    heading: "Confirme su correo electrónico",
    preview: (days) => `El enlace funciona durante ${days} días.`,
    text: (userName) =>
      `Su cuenta de la biblioteca ${userName} usa este correo electrónico. Confirme que recibe nuestros mensajes, por favor.`,
    button: "Confirmar mi correo electrónico",
    note: "¿No es su cuenta? Entonces no haga nada y no le escribiremos sobre ella.",
  },
  welcome: {
    heading: "Le damos la bienvenida a la biblioteca",
    preview: "Cómo funciona el préstamo.",
    text: (userName) => `Su cuenta ${userName} está lista y ahora le escribiremos sobre sus pedidos.`,
    steps: (days) => [
      "Busque libros, videos y audios, agréguelos a su carrito y haga su pedido. El préstamo y el envío son gratuitos.",
      `Puede quedarse con todo durante ${days} días desde el envío. Le avisaremos antes de la fecha límite.`,
      "Envíelo de regreso asegurado y con una empresa que permita rastrearlo. Su pedido dice adónde.",
    ],
    button: "Buscar materiales",
  },
  emailChanged: {
    heading: "Su correo electrónico cambió",
    preview: "Si no fue usted, escríbanos.",
    text: (userName) =>
      `Su cuenta de la biblioteca ${userName} usa ahora otro correo electrónico. Ya no le escribiremos a este.`,
    note: "¿No fue usted? Escríbanos cuanto antes, por favor.",
  },
  passwordChanged: {
    heading: "Su contraseña cambió",
    preview: "Si no fue usted, elija una nueva.",
    text: (userName) => `La contraseña de su cuenta de la biblioteca ${userName} acaba de cambiar.`,
    button: "Elegir una contraseña nueva",
    note: "¿Fue usted? Entonces no tiene que hacer nada. Si no, elija una contraseña nueva con el botón y escríbanos.",
  },
};

const wordsIn = (language: LanguageCode) => ({ en: english, es: spanish })[language];

type Reader = { userName: string; language: LanguageCode };

/** Asks a mailbox to show that it is read. */
export function confirmLetter({ userName, language }: Reader, path: string): Letter {
  const { heading, preview, text, button, note } = wordsIn(language).confirm;
  return {
    language,
    subject: heading,
    preview: preview(linkDays),
    heading,
    blocks: [
      { is: "text", text: text(userName) },
      { is: "button", label: button, path },
      { is: "note", text: note },
    ],
  };
}

/** Says how borrowing works; `loanDays` is how long everything can be kept. */
export function welcomeLetter({ userName, language }: Reader, loanDays: number): Letter {
  const { heading, preview, text, steps, button } = wordsIn(language).welcome;
  return {
    language,
    subject: heading,
    preview,
    heading,
    blocks: [
      { is: "text", text: text(userName) },
      { is: "list", items: steps(loanDays) },
      { is: "button", label: button, path: "/user/inventories" },
    ],
  };
}

/** Tells the previous mailbox; it does not say the new address. */
export function emailChangedLetter({ userName, language }: Reader): Letter {
  const { heading, preview, text, note } = wordsIn(language).emailChanged;
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

export function passwordChangedLetter({ userName, language }: Reader): Letter {
  const { heading, preview, text, button, note } = wordsIn(language).passwordChanged;
  return {
    language,
    subject: heading,
    preview,
    heading,
    blocks: [
      { is: "text", text: text(userName) },
      { is: "button", label: button, path: "/user/reset-password" },
      { is: "note", text: note },
    ],
  };
}
