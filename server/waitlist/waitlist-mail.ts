import type { WriteNotice } from "#server/orders/public.ts";
import type { Transaction } from "#server/platform/database.ts";
import { enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { hashOf, newSecret, secretLink } from "#server/platform/mail/link-secret.ts";
import { readerOfPlace, startHold } from "./waitlist.queries.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { instantInWords, type Letter, letterOf } from "#server/platform/mail/letter/letter.ts";

/** The notices of the waitlist; `server/catalog/copies/offers.queries.ts` schedules most of them. */
export const waitlistNotices: Record<string, WriteNotice> = {
  /** Starts a hold and tells its borrower. Without email, their account page shows it. */
  hold: async (tx, { id, at, configuration: { holdHours: hours, timeZone } }) => {
    const token = newSecret();
    const offer = await startHold(tx, id, { tokenHash: hashOf(token), hours });
    const to = offer && (await readerOfPlace(tx, offer.entry_id));
    if (!to) return [];
    const { title, language } = to;
    const until = instantInWords(offer.until_at, timeZone, language);
    const letter = heldLetter(title, { until, path: secretLink("/user/held", token), language });
    return [{ kind: "copy-held", to, letter, expiresAt: new Date(at.getTime() + hours * 3_600_000) }];
  },
  /** Tells a borrower that a waitlist entry ended, or that it is back with its title. */
  waitlist: async (tx, { id, payload }) => {
    const to = await readerOfPlace(tx, id);
    if (!to) return [];
    const { title, language, item_id: itemId, leave_reason: reason } = to;
    if (reason === "lapsed" || reason === "archived")
      return [{ kind: "waitlist-ended", to, letter: endedLetter(title, reason, language, itemId) }];
    const isBack = payload !== null && reason === null;
    return isBack ? [{ kind: "waitlist-ended", to, letter: againLetter(title, language, itemId) }] : [];
  },
};

export const enqueueEndedMail = (tx: Transaction, entryId: number): Promise<void> =>
  enqueueJob(tx, { kind: "write-notice", key: `${entryId}/waitlist` });

const english = {
  held: {
    subject: (title: string) => `On hold for you: ${title}`,
    preview: (until: string) => `Order it by ${until}.`,
    heading: "It’s your turn",
    text: (title: string, until: string) => `“${title}” is back, and we’re holding a copy for you until ${until}.`,
    button: "View and order",
    note: "This link orders only this title, once, in your name, so please don’t forward this email. If you don’t order by then, it goes to the next person.",
  },
  ended: {
    subject: (title: string) => `You’re no longer on the waitlist for ${title}`,
    preview: "Your wait for this title has ended.",
    heading: "You’re no longer on the waitlist",
    lapsed: (title: string) =>
      `We held “${title}” for you, but it wasn’t ordered in time, so it went to the next person. You can join the waitlist again.`,
    archived: (title: string) => `The library no longer lends “${title}”, so its waitlist has closed. We’re sorry.`,
    button: "Find something similar",
    again: "View this title",
  },
  again: {
    subject: (title: string) => `You’re back on the waitlist for ${title}`,
    preview: "You kept your spot.",
    heading: "You’re back on the waitlist",
    text: (title: string) =>
      `The library is lending “${title}” again, so its waitlist has reopened. You kept your spot.`,
    button: "View this title",
  },
};

const spanish: typeof english = {
  held: {
    subject: (title) => `Apartado para usted: ${title}`,
    preview: (until) => `Puede pedirlo hasta el ${until}.`,
    heading: "Es su turno",
    text: (title, until) => `Un ejemplar de “${title}” está de vuelta y lo apartamos para usted hasta el ${until}.`,
    button: "Verlo y pedirlo",
    note: "Este enlace pide solo este material, una sola vez y a su nombre; por favor, no reenvíe este mensaje. Si no lo pide antes de esa fecha, pasará a la siguiente persona.",
  },
  ended: {
    subject: (title) => `Ya no está en la lista de espera de ${title}`,
    preview: "Terminó su espera por este material.",
    heading: "Ya no está en la lista de espera",
    lapsed: (title) =>
      `Apartamos “${title}” para usted, pero no se pidió a tiempo, así que pasó a la siguiente persona. Puede volver a anotarse en la lista de espera.`,
    archived: (title) => `La biblioteca ya no presta “${title}”, así que se cerró la lista de espera. Lo sentimos.`,
    button: "Buscar algo parecido",
    again: "Ver el material",
  },
  again: {
    subject: (title) => `Está de nuevo en la lista de espera de ${title}`,
    preview: "Conserva su lugar.",
    heading: "Está de nuevo en la lista de espera",
    text: (title) =>
      `La biblioteca vuelve a prestar “${title}”, así que se reabrió la lista de espera. Usted conserva su lugar.`,
    button: "Ver el material",
  },
};

const wordsIn = (language: LanguageCode) => ({ en: english, es: spanish })[language];

export function heldLetter(
  title: string,
  { until, path, language }: { until: string; path: string; language: LanguageCode },
): Letter {
  const { subject, preview, heading, text, button, note } = wordsIn(language).held;
  return letterOf(language, { subject: subject(title), heading, preview: preview(until) }, [
    { is: "text", text: text(title, until) },
    { is: "button", label: button, path },
    { is: "note", text: note },
  ]);
}

type Ending = "lapsed" | "archived";

export function endedLetter(title: string, ending: Ending, language: LanguageCode, itemId: number): Letter {
  const { subject, preview, heading, button, again, ...words } = wordsIn(language).ended;
  const link =
    ending === "lapsed"
      ? { label: again, path: `/user/viewitem/${itemId}` }
      : { label: button, path: "/user/inventories" };
  return letterOf(language, { subject: subject(title), heading, preview }, [
    { is: "text", text: words[ending](title) },
    { is: "button", ...link },
  ]);
}

/** Writes the email about a waitlist that reopened with its title. */
export function againLetter(title: string, language: LanguageCode, itemId: number): Letter {
  const { subject, preview, heading, text, button } = wordsIn(language).again;
  return letterOf(language, { subject: subject(title), heading, preview }, [
    { is: "text", text: text(title) },
    { is: "button", label: button, path: `/user/viewitem/${itemId}` },
  ]);
}
