import type { LanguageCode } from "#contract/site/languages.ts";
import type { Block, Letter } from "#server/platform/mail/letter/letter.ts";

const english = {
  leave: "Unsubscribe",
  optIn: {
    subject: "Please confirm your sign-up",
    preview: "One click, and you’re on the list.",
    text: "Someone signed up this address for news from the library. If it was you, please confirm.",
    confirm: "Confirm",
    note: "If it wasn’t you, ignore this email. We won’t email you again.",
    change: "Changed your mind? You can remove your address here:",
  },
  onTheList: {
    subject: "You’re on our mailing list",
    preview: "You don’t need to do anything.",
    text: "Someone signed up this address for news from the library. It’s already on the list.",
    change: "Changed your mind? You can remove it here:",
  },
};

const spanish: typeof english = {
  leave: "Cancelar la suscripción",
  optIn: {
    subject: "Confirme su suscripción",
    preview: "Un clic, y recibirá nuestras novedades.",
    text: "Alguien registró esta dirección para recibir novedades de la biblioteca. Si fue usted, confírmelo, por favor.",
    confirm: "Confirmar",
    note: "Si no fue usted, ignore este mensaje. No volveremos a escribirle.",
    change: "¿Cambió de opinión? Aquí puede quitar su dirección:",
  },
  onTheList: {
    subject: "Ya está en nuestra lista de correo",
    preview: "No tiene que hacer nada.",
    text: "Alguien registró esta dirección para recibir novedades de la biblioteca. Ya está en la lista.",
    change: "¿Cambió de opinión? Aquí puede quitarla:",
  },
};

const wordsIn = (language: LanguageCode) => ({ en: english, es: spanish })[language];

type Paths = { confirmPath: string; leavePath: string };

/** Writes the opt-in email, so that nobody can subscribe someone else. */
export function optInLetter({ confirmPath, leavePath }: Paths, language: LanguageCode): Letter {
  const { optIn } = wordsIn(language);
  return letter(optIn, leavePath, language, [
    { is: "button", label: optIn.confirm, path: confirmPath },
    { is: "note", text: optIn.note },
  ]);
}

/** Writes the email to a subscriber who signs up again. */
export function onTheListLetter({ leavePath }: Pick<Paths, "leavePath">, language: LanguageCode): Letter {
  return letter(wordsIn(language).onTheList, leavePath, language, []);
}

type Words = (typeof english)["onTheList"];

function letter(words: Words, leavePath: string, language: LanguageCode, more: Block[]): Letter {
  const { subject, preview, text, change } = words;
  const leave: Block = { is: "button", label: wordsIn(language).leave, path: leavePath };
  const blocks: Block[] = [{ is: "text", text }, ...more, { is: "text", text: change }, leave];
  return { language, subject, preview, heading: subject, blocks };
}
