import { limits } from "#contract/catalog/codes.ts";
import type { IsbnProposal } from "#contract/catalog/isbn.ts";
import { cut } from "#contract/wire/cut.ts";
import { text } from "#contract/wire/text.ts";
import { concurrencyLimit } from "#server/platform/concurrency-limit.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import * as z from "zod";
import { isbn13 } from "./isbn.rules.ts";
import { shortenedTitle } from "../imports/reading/names.rules.ts";

const timeoutMs = 5_000;
const maxBytes = 256 * 1024; // most answers have less than 10 kB
const inTurn = concurrencyLimit({ max: 4, maxQueued: 8 });

/**
 * Asks a source about an ISBN, in the format of Open Library's Books API (`jscmd=data`), and returns the fields it has.
 * Connects only to the source: doesn't follow redirects or addresses in the answer.
 */
export async function askSource(source: string | undefined, typed: string): Promise<IsbnProposal> {
  const host = source === undefined ? "" : new URL(source).host;
  const refusal = (cause: Cause) => new Refusal({ kind: "isbn-lookup", cause, source: host });
  if (source === undefined) throw refusal("off");
  const isbn = isbn13(typed);
  if (isbn === undefined) throw refusal("invalid");
  const key = `ISBN:${isbn}`;
  const address = new URL("/api/books", source);
  address.search = String(new URLSearchParams({ bibkeys: key, format: "json", jscmd: "data" }));
  const json = await inTurn(() => read(address)).catch((error: unknown) => {
    throw error instanceof NoAnswer ? refusal(error.cause) : error;
  });
  const books = answer.safeParse(json);
  if (!books.success) throw refusal("unreadable");
  const book = books.data[key];
  const proposal = book && proposalOf(book);
  if (!proposal || Object.values(proposal).every((value) => value === "")) throw refusal("unknown");
  return proposal;
}

type Cause = "invalid" | "off" | "unknown" | "unreachable" | "slow" | "failed" | "moved" | "unreadable";

class NoAnswer extends Error {
  override readonly cause: Cause;

  constructor(cause: Cause) {
    super(cause);
    this.cause = cause;
  }
}

async function read(address: URL): Promise<unknown> {
  const bytes = await fetchBytes(address).catch((error: unknown) => {
    if (error instanceof NoAnswer) throw error;
    throw new NoAnswer(error instanceof DOMException && error.name === "TimeoutError" ? "slow" : "unreachable");
  });
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new NoAnswer("unreadable");
  }
}

async function fetchBytes(address: URL): Promise<Uint8Array> {
  const response = await fetch(address, {
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: "application/json", "user-agent": "lending-library" },
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new NoAnswer(response.status >= 300 && response.status < 400 ? "moved" : "failed");
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (response.body === null) throw new NoAnswer("unreadable");
  const body: AsyncIterable<unknown> = response.body;
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.length;
    if (size > maxBytes) throw new NoAnswer("unreadable"); // leaving the loop ends the request
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const plainText = text(Infinity);
const anyText = z
  .string()
  .catch("")
  .transform((value) => plainText.parse(value.replace(/[\s\p{Cc}\p{Cs}]+/gu, " ")));
const names = z
  .array(
    z
      .object({ name: anyText })
      .transform(({ name }) => name)
      .catch(""),
  )
  .catch([]);

/** A book as Open Library describes it. Empty fields are missing, and people typed in the rest. */
const book = z.object({
  title: anyText,
  subtitle: anyText,
  authors: names,
  publishers: names,
  publish_date: anyText,
  number_of_pages: z.coerce.number().int().min(1).max(99_999).catch(0),
});
const answer = z.record(z.string(), book);

function proposalOf({ title, subtitle, authors, publishers, ...edition }: z.output<typeof book>): IsbnProposal {
  const fullTitle = [title, subtitle].filter((part) => part !== "").join(": ");
  const pages = edition.number_of_pages;
  return {
    title: fullTitle.length > limits.title ? shortenedTitle(fullTitle, limits.title) : fullTitle,
    author: cut([...new Set(authors)].filter((name) => name !== "").join(", "), limits.author).trim(),
    publisher: cut(publishers.find((name) => name !== "") ?? "", limits.publisher).trim(),
    publishedYear: /(?<!\d)\d{4}(?!\d)/u.exec(edition.publish_date)?.[0] ?? "",
    extent: pages === 0 ? "" : `${pages} ${pages === 1 ? "page" : "pages"}`,
  };
}
