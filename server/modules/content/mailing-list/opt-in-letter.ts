import type { LanguageCode } from "#contract/site/languages.ts";
import type { Block, Letter } from "#server/platform/mail/letter/letter.ts";

const english = {
  leave: "Unsubscribe",
  optIn: {
    subject: "Please confirm your sign-up",
    preview: "One click, and you’re on the list.",
    text: "Someone signed up this address for news from the library. Please confirm that it was you.",
    confirm: "Confirm",
    note: "Wasn’t you? Do nothing, and we won’t email you again.",
    change: "Want to be sure, or changed your mind? Remove your address here:",
  },
  onTheList: {
    subject: "You’re on our mailing list",
    preview: "You don’t need to do anything.",
    text: "Someone signed up this address for news from the library. It’s already on the list.",
    change: "Changed your mind? Remove it here:",
  },
};

const spanish: typeof english = {
  leave: "Cancelar la suscripción",
  optIn: {
    subject: "Confirme su suscripción",
    preview: "Un clic, y recibirá nuestras novedades.",
    text: "Alguien indicó esta dirección para recibir novedades de la biblioteca. Confirme que fue usted.",
    confirm: "Confirmar",
    note: "¿No fue usted? Entonces no haga nada y no volveremos a escribirle.",
    change: "¿Quiere asegurarse o cambió de opinión? Aquí puede quitar la dirección:",
  },
  onTheList: {
    subject: "Está en nuestra lista de correo",
    preview: "No hace falta nada más.",
    text: "Alguien indicó esta dirección para recibir novedades de la biblioteca. Ya está en la lista.",
    change: "¿Cambió de opinión? Aquí puede quitarla:",
  },
};

const wordsIn = (language: LanguageCode) => ({ en: english, es: spanish })[language];

/** Paths of our site, "/signup/…". */
type Paths = { confirmPath: string; leavePath: string };

/** The opt-in email to a new subscriber, so that nobody can subscribe someone else. */
export function optInLetter({ confirmPath, leavePath }: Paths, language: LanguageCode): Letter {
  const { optIn } = wordsIn(language);
  return letter(optIn, leavePath, language, [
    { is: "button", label: optIn.confirm, path: confirmPath },
    { is: "note", text: optIn.note },
  ]);
}

/** The email to a subscriber who signs up again. */
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
