import type { LanguageCode } from "#contract/site/languages.ts";
import type { Letter } from "#server/platform/mail/letter/letter.ts";

const english = {
  held: {
    subject: (title: string) => `Held for you: ${title}`,
    preview: (until: string) => `Order it until ${until}.`,
    heading: "It’s your turn",
    text: (title: string, until: string) => `A copy of “${title}” came back, and we hold it for you until ${until}.`,
    button: "Look at it and order",
    note: "This link orders this title only, once, in your name: don’t forward this email. If you do nothing, it goes to the next in line and your place ends.",
  },
  ended: {
    subject: (title: string) => `You no longer wait for ${title}`,
    preview: "Your place in line has ended.",
    heading: "Your place in line has ended",
    lapsed: (title: string) =>
      `“${title}” was held for you and not ordered in time, so it went to the next in line. You can wait for it again.`,
    archived: (title: string) => `The library no longer lends “${title}”, so its waiting list ended. We are sorry.`,
    button: "Find something similar",
    again: "Look at it",
  },
  again: {
    subject: (title: string) => `You wait for ${title} again`,
    preview: "Your place in line is what it was.",
    heading: "You are in line again",
    text: (title: string) =>
      `The library lends “${title}” again after all, so its waiting list goes on. Your place in line is what it was.`,
    button: "Look at it",
  },
};

const spanish: typeof english = {
  held: {
    subject: (title) => `Apartado para usted: ${title}`,
    preview: (until) => `Puede pedirlo hasta el ${until}.`,
    heading: "Es su turno",
    text: (title, until) => `Un ejemplar de “${title}” está de vuelta y lo apartamos para usted hasta el ${until}.`,
    button: "Verlo y pedirlo",
    note: "Este enlace pide solo este material, una vez y a su nombre: no reenvíe este mensaje. Si no hace nada, pasa a la siguiente persona de la fila y su lugar termina.",
  },
  ended: {
    subject: (title) => `Ya no espera ${title}`,
    preview: "Su lugar en la fila terminó.",
    heading: "Su lugar en la fila terminó",
    lapsed: (title) =>
      `“${title}” estaba apartado para usted y no se pidió a tiempo, así que pasó a la siguiente persona. Puede volver a la fila.`,
    archived: (title) => `La biblioteca ya no presta “${title}”, así que su lista de espera terminó. Lo sentimos.`,
    button: "Buscar algo parecido",
    again: "Ver el material",
  },
  again: {
    subject: (title) => `Está otra vez en la fila para ${title}`,
    preview: "Su lugar en la fila es el mismo de antes.",
    heading: "Está otra vez en la fila",
    text: (title) =>
      `La biblioteca sí va a seguir prestando “${title}”, así que la fila continúa. Su lugar en la fila es el mismo de antes.`,
    button: "Ver el material",
  },
};

const wordsIn = (language: LanguageCode) => ({ en: english, es: spanish })[language];

/** The email that a copy is held until then, with the link that orders it. */
export function heldLetter(
  title: string,
  { until, path, language }: { until: string; path: string; language: LanguageCode },
): Letter {
  const { subject, preview, heading, text, button, note } = wordsIn(language).held;
  return {
    language,
    subject: subject(title),
    preview: preview(until),
    heading,
    blocks: [
      { is: "text", text: text(title, until) },
      { is: "button", label: button, path },
      { is: "note", text: note },
    ],
  };
}

export type Ending = "lapsed" | "archived";

/** The email that somebody's place in line has ended, and why. */
export function endedLetter(title: string, because: Ending, language: LanguageCode, itemId: number): Letter {
  const { subject, preview, heading, button, again, ...words } = wordsIn(language).ended;
  const more =
    because === "lapsed"
      ? { label: again, path: `/user/viewitem/${itemId}` }
      : { label: button, path: "/user/inventories" };
  return {
    language,
    subject: subject(title),
    preview,
    heading,
    blocks: [
      { is: "text", text: words[because](title) },
      { is: "button", ...more },
    ],
  };
}

/** The email that a line which had ended goes on, with everybody's place. */
export function againLetter(title: string, language: LanguageCode, itemId: number): Letter {
  const { subject, preview, heading, text, button } = wordsIn(language).again;
  return {
    language,
    subject: subject(title),
    preview,
    heading,
    blocks: [
      { is: "text", text: text(title) },
      { is: "button", label: button, path: `/user/viewitem/${itemId}` },
    ],
  };
}

/** An instant in a mail: "Mar 4, 2026, 3:00 PM". */
export const instantInWords = (instant: Date, timeZone: string, language: LanguageCode): string =>
  new Intl.DateTimeFormat(`${language}-US`, { dateStyle: "medium", timeStyle: "short", timeZone }).format(instant);
