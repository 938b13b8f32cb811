import type { LanguageCode } from "#contract/site/languages.ts";
import type { Letter } from "#server/platform/mail/letter/letter.ts";

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

/**
 * The opt-in email to a new subscriber, so that nobody can subscribe someone else. Both are paths of our site,
 * "/signup/…".
 */
export function optInLetter(
  { confirmPath, leavePath }: { confirmPath: string; leavePath: string },
  language: LanguageCode,
): Letter {
  const { leave, optIn } = wordsIn(language);
  return {
    language,
    subject: optIn.subject,
    preview: optIn.preview,
    heading: optIn.subject,
    blocks: [
      { is: "text", text: optIn.text },
      { is: "button", label: optIn.confirm, path: confirmPath },
      { is: "note", text: optIn.note },
      { is: "text", text: optIn.change },
      { is: "button", label: leave, path: leavePath },
    ],
  };
}

/** The email to a subscriber who signs up again. */
export function onTheListLetter({ leavePath }: { leavePath: string }, language: LanguageCode): Letter {
  const { leave, onTheList } = wordsIn(language);
  return {
    language,
    subject: onTheList.subject,
    preview: onTheList.preview,
    heading: onTheList.subject,
    blocks: [
      { is: "text", text: onTheList.text },
      { is: "text", text: onTheList.change },
      { is: "button", label: leave, path: leavePath },
    ],
  };
}
