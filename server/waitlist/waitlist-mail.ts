import type { ConfiguredParts } from "#server/parts.ts";
import { inTransaction, type Transaction } from "#server/platform/database.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { endJob, enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { hashOf, newSecret } from "#server/platform/mail/link-secret.ts";
import { readerOfPlace, startHold } from "./waitlist.queries.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { Letter } from "#server/platform/mail/letter/letter.ts";

type Parts = ConfiguredParts<"holdHours" | "timeZone">;

const endings: ReadonlySet<string | null> = new Set<Ending>(["lapsed", "archived"]);
const isEnding = (because: string | null): because is Ending => endings.has(because);

/** Emails a borrower about a hold ("offer 5"), or about the end or return of a waitlist entry ("place 7"). */
export async function writeWaitlistMail(parts: Parts, job: Job): Promise<void> {
  const [what, id] = job.key.split(" ");
  await inTransaction(parts.db, async (tx) => {
    await (what === "offer"
      ? writeHoldMail(tx, parts, Number(id))
      : writePlaceMail(tx, parts, Number(id), job.payload !== null));
    await endJob(tx, job);
  });
}

async function writeHoldMail(tx: Transaction, { clock, configuration }: Parts, offerId: number): Promise<void> {
  const token = newSecret();
  const { holdHours: hours, timeZone } = configuration;
  const offer = await startHold(tx, offerId, { tokenHash: hashOf(token), hours });
  if (!offer) return;
  const reader = await readerOfPlace(tx, offer.place_id);
  if (!reader?.is_reached) return; // their account page shows the hold
  const { name, email_address: address, title, language } = reader;
  const until = instantInWords(offer.until_at, timeZone, language);
  const letter = heldLetter(title, { until, path: `/user/held/${token}`, language });
  const expiresAt = new Date(clock.now().getTime() + hours * 3_600_000);
  await enqueueMail(tx, { kind: "copy-held", to: { name, address }, letter, at: clock.now(), expiresAt });
}

async function writePlaceMail(tx: Transaction, { clock }: Parts, placeId: number, isAgain: boolean): Promise<void> {
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

/** Enqueues the email about the end of a waitlist entry. */
export const enqueueEndedMail = (tx: Transaction, placeId: number): Promise<void> =>
  enqueueJob(tx, { kind: "write-waitlist-mail", key: `place ${placeId}` });

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
  const link =
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
      { is: "button", ...link },
    ],
  };
}

/** Writes the email about a waitlist that reopened with its title. */
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

/** Formats an instant: "Mar 4, 2026, 3:00 PM". */
const instantInWords = (instant: Date, timeZone: string, language: LanguageCode): string =>
  new Intl.DateTimeFormat(`${language}-US`, { dateStyle: "medium", timeStyle: "short", timeZone }).format(instant);
