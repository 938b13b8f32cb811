import { addressIn, type LanguageCode, languages } from "#contract/site/languages.ts";
import * as z from "zod";

/** A path on our own site, such as "/user/login"; the public URL is added when the mail is sent. */
const path = z.string().startsWith("/");

const block = z.discriminatedUnion("is", [
  z.object({ is: z.literal("text"), text: z.string() }),
  /** Smaller text, such as what to do if you did not request the email. */
  z.object({ is: z.literal("note"), text: z.string() }),
  z.object({ is: z.literal("heading"), text: z.string() }),
  /** A person's words, on separate lines, so that nobody mistakes them for the library's. */
  z.object({ is: z.literal("quote"), text: z.string() }),
  /** The library's own paragraph, in which web addresses become links. */
  z.object({ is: z.literal("own words"), text: z.string() }),
  z.object({ is: z.literal("button"), label: z.string(), path }),
  /**
   * Facts with labels, such as "Due back", "Mar 4, 2026"; `href` is a page on another site, such as a carrier's, and
   * `borrowerId` says whose name the value is, so that anonymizing finds it.
   */
  z.object({
    is: z.literal("facts"),
    facts: z.array(
      z.object({
        name: z.string(),
        value: z.string(),
        href: z.string().startsWith("https://").optional(),
        borrowerId: z.number().optional(),
      }),
    ),
  }),
  z.object({ is: z.literal("list"), items: z.array(z.string()) }),
  /** The library's postal address, for returning packages, below this label; left out while it is unknown. */
  z.object({ is: z.literal("postal address"), label: z.string() }),
]);

/** A date (YYYY-MM-DD) for the reader's calendar, attached as a file. */
const calendar = z.object({
  uid: z.string(),
  /** Grows with each change, so that a calendar replaces its earlier entry with the same uid. */
  sequence: z.number(),
  day: z.string(),
  summary: z.string(),
  description: z.string(),
  /** Related dates, from `day` to `to`, without a reminder. */
  more: z.array(z.object({ uid: z.string(), day: z.string(), to: z.string(), summary: z.string() })).optional(),
  /** Removes the entries of earlier mails. */
  isCanceled: z.boolean().optional(),
});

/** The content of a mail; all text is literal, without markup. */
export const letter = z.object({
  /** Default English. */
  language: z.enum(languages).optional(),
  subject: z.string(),
  preview: z.string(),
  heading: z.string(),
  blocks: z.array(block),
  calendar: calendar.optional(),
  /** Our call for one-click unsubscribing (RFC 8058). */
  unsubscribePath: path.optional(),
});
export type Letter = z.output<typeof letter>;

export type Block = Letter["blocks"][number];

/** The beginning of an encrypted path; encoded paths contain no braces. */
export const sealedPath = "/{sealed}";

/** Returns the letter with every button's path encrypted. */
export async function sealLinks(letter: Letter, seal: (path: string) => Promise<string>): Promise<Letter> {
  return withPaths(letter, async (path) => sealedPath + (await seal(path)));
}

/** Returns the letter with every encrypted path opened; undefined if one can't be. */
export async function openLinks(
  letter: Letter,
  open: (sealed: string) => Promise<string | undefined>,
): Promise<Letter | undefined> {
  let isWhole = true;
  const opened = await withPaths(letter, async (path) => {
    const text = path.startsWith(sealedPath) ? await open(path.slice(sealedPath.length)) : path;
    isWhole &&= text !== undefined;
    return text ?? "/";
  });
  return isWhole ? opened : undefined;
}

async function withPaths(letter: Letter, change: (path: string) => Promise<string>): Promise<Letter> {
  const blocks = letter.blocks.map(async (block) =>
    block.is === "button" ? { ...block, path: await change(block.path) } : block,
  );
  return { ...letter, blocks: await Promise.all(blocks) };
}

/** The library's own paragraphs before and after the text of a mail; empty ones are none. */
export type OwnWords = { before: string; after: string };

/** Adds the library's own paragraphs, and replaces nothing. */
export function withOwnWords(letter: Letter, { before, after }: OwnWords): Letter {
  const block = (text: string): Block[] => (text === "" ? [] : [{ is: "own words", text }]);
  return { ...letter, blocks: [...block(before), ...letter.blocks, ...block(after)] };
}

type Words = Pick<Letter, "heading" | "preview"> & { subject?: string };

/** Writes a letter, by default with its heading as its subject. */
export function letterOf(language: LanguageCode, words: Words, blocks: Block[]): Letter {
  const { heading, preview, subject = heading } = words;
  return { language, subject, preview, heading, blocks };
}

const userNameLabels = { en: "Username", es: "Nombre de usuario" };

/** Names an account on a separate line, because its owner chose the name. */
export function userNameFact(userName: string, language: LanguageCode, borrowerId?: number | null): Block {
  const fact = { name: userNameLabels[language], value: userName, ...(borrowerId && { borrowerId }) };
  return { is: "facts", facts: [fact] };
}

/** The library's name and addresses. `publicUrl` has no trailing slash. */
export type Letterhead = { siteName: string; email: string; publicUrl: string; postalAddress: string };

// created once, because creating one takes longer than all the SQL of an order
const dayFormats = {
  en: new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }),
  es: new Intl.DateTimeFormat("es-US", { dateStyle: "long", timeZone: "UTC" }), // Spanish has no short form for running text
} satisfies Record<LanguageCode, Intl.DateTimeFormat>;

/** Formats a day (YYYY-MM-DD) for a mail: "Mar 4, 2026", "4 de marzo de 2026". */
export function dayInWords(day: string, language: LanguageCode): string {
  return dayFormats[language].format(new Date(`${day}T00:00:00Z`));
}

/** Formats an instant for a mail: "Mar 4, 2026, 3:00 PM", "4 de marzo de 2026, 3:00 p. m.". */
export function instantInWords(instant: Date, timeZone: string, language: LanguageCode): string {
  const day = new Intl.DateTimeFormat("sv", { timeZone }).format(instant); // Swedish formats days as YYYY-MM-DD
  const time = new Intl.DateTimeFormat("en-US", { timeStyle: "short", timeZone }).format(instant);
  const words = language === "es" ? time.replace("AM", "a. m.").replace("PM", "p. m.") : time;
  return `${dayInWords(day, language)}, ${words.replace("\u202f", " ")}`;
}

const questions = { en: "Questions? Write to", es: "¿Tiene preguntas? Escriba a" };

/** Returns the words before the email address at the end of every mail. */
export const questionsIn = ({ language = "en" }: Pick<Letter, "language">): string => questions[language];

/** Returns the URL of a link, which opens in the mail's language. A secret stays after the query. */
export function linkIn({ language = "en" }: Pick<Letter, "language">, publicUrl: string, path: string): string {
  const [page = "", ...secret] = path.split("#");
  return publicUrl + [addressIn(language, page), ...secret].join("#");
}

export function letterText(letter: Letter, head: Letterhead): string {
  const { siteName, email, publicUrl } = head;
  const addressOf = (path: string) => linkIn(letter, publicUrl, path);
  const parts = [
    letter.heading,
    ...letter.blocks.map((block) => blockText(block, head, addressOf)).filter((text) => text !== ""),
    `-- \n${siteName}\n${publicUrl}\n${questionsIn(letter)} ${email}.`,
  ];
  return `${parts.join("\n\n")}\n`;
}

function blockText(block: Block, { postalAddress }: Letterhead, addressOf: (path: string) => string): string {
  switch (block.is) {
    case "text":
    case "note":
    case "own words":
      return block.text;
    case "heading":
      return block.text.toUpperCase();
    case "quote":
      return block.text.replaceAll(/^/gm, "> ");
    case "button":
      return `${block.label}:\n${addressOf(block.path)}`;
    case "facts":
      return block.facts.map(({ name, value, href }) => `${name}: ${value}${href ? `\n${href}` : ""}`).join("\n");
    case "postal address":
      return postalAddress && `${block.label}:\n${postalAddress}`;
    case "list":
      return block.items.map((item) => `- ${item}`).join("\n");
  }
}
