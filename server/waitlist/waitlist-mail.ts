import type { ConfiguredParts } from "#server/parts.ts";
import { inTransaction, type Transaction } from "#server/platform/database.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { endJob, enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { hashOf, newSecret } from "#server/platform/mail/link-secret.ts";
import { readerOfPlace, tellOffer } from "./waitlist.queries.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { Letter } from "#server/platform/mail/letter/letter.ts";

type Parts = ConfiguredParts<"holdHours" | "timeZone">;

const endings: ReadonlySet<string | null> = new Set<Ending>(["lapsed", "archived"]);
const isEnding = (because: string | null): because is Ending => endings.has(because);

/**
 * Tells a borrower that a copy is held ("offer 5"), from when it is held for its hours, or what became of a place in line ("place 7"):
 * it ended, or goes on again with the archive of its title taken back. What was taken back before is never told.
 */
export async function writeWaitlistMail(parts: Parts, job: Job): Promise<void> {
  const [what, id] = job.key.split(" ");
  await inTransaction(parts.db, async (tx) => {
    await (what === "offer" ? tellHeld(tx, parts, Number(id)) : tellPlace(tx, parts, Number(id), job.payload !== null));
    await endJob(tx, job);
  });
}

async function tellHeld(tx: Transaction, { clock, configuration }: Parts, offerId: number): Promise<void> {
  const token = newSecret();
  const { holdHours: hours, timeZone } = configuration;
  const told = await tellOffer(tx, offerId, { tokenHash: hashOf(token), hours });
  if (!told) return;
  const reader = await readerOfPlace(tx, told.place_id);
  if (!reader?.is_reached) return; // they see it on their account page
  const { name, email_address: address, title, language } = reader;
  const until = instantInWords(told.until_at, timeZone, language);
  const letter = heldLetter(title, { until, path: `/user/held/${token}`, language });
  const expiresAt = new Date(clock.now().getTime() + hours * 3_600_000);
  await enqueueMail(tx, { kind: "copy-held", to: { name, address }, letter, at: clock.now(), expiresAt });
}

async function tellPlace(tx: Transaction, { clock }: Parts, placeId: number, isAgain: boolean): Promise<void> {
  const reader = await readerOfPlace(tx, placeId);
  if (!reader?.is_reached) return;
  const letter = letterOf(reader, isAgain);
  if (!letter) return;
  const { name, email_address: address } = reader;
  await enqueueMail(tx, { kind: "waitlist-ended", to: { name, address }, letter, at: clock.now() });
}

type Reader = NonNullable<Awaited<ReturnType<typeof readerOfPlace>>>;

function letterOf({ title, language, item_id: itemId, left_because: because }: Reader, isAgain: boolean) {
  if (isEnding(because)) return endedLetter(title, because, language, itemId);
  return isAgain && because === null ? againLetter(title, language, itemId) : undefined;
}

/** Has the borrower told that a place ended, once that is committed. */
export const enqueueEndedMail = (tx: Transaction, placeId: number): Promise<void> =>
  enqueueJob(tx, { kind: "write-waitlist-mail", key: `place ${placeId}` });

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
function heldLetter(
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

type Ending = "lapsed" | "archived";

function endedLetter(title: string, because: Ending, language: LanguageCode, itemId: number): Letter {
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
const instantInWords = (instant: Date, timeZone: string, language: LanguageCode): string =>
  new Intl.DateTimeFormat(`${language}-US`, { dateStyle: "medium", timeStyle: "short", timeZone }).format(instant);
