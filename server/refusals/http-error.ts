import { messages, ownMessages } from "#contract/wire/messages.ts";
import { Refusal } from "./refusal.ts";

const sentences: Record<number, string> = {
  401: messages.trouble.unauthorized,
  403: messages.trouble.forbidden,
  404: ownMessages.notFound,
  408: "The request took too long to arrive.",
  413: "That is too large.",
  415: "Send JSON, with the content type application/json.",
  429: ownMessages.tooManyRequests,
  503: ownMessages.serverBusy,
};

/** The default sentence of a status. */
export function sentenceOf(status: number): string {
  return sentences[status] ?? (status < 500 ? "The request couldn't be understood." : messages.trouble.reallyWrong);
}

/** Access, absence, or shape: answered with this status and the sentence. */
export class HttpError extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, sentence = sentenceOf(statusCode)) {
    super(sentence);
    this.statusCode = statusCode;
  }
}

/** Returns the row, or throws 404 for one that is missing or belongs to someone else. */
export function found<T>(row: T | undefined): T {
  if (row === undefined) throw new HttpError(404);
  return row;
}

/** Why one of many was not done; null when it was. */
type Outcome = Pick<Refusal, "reason" | "message"> | null;

/** Gives why an action was refused, or null. */
export async function outcomeOf(doing: Promise<void>): Promise<Outcome> {
  try {
    await doing;
    return null;
  } catch (error) {
    if (error instanceof Refusal) return { reason: error.reason, message: error.message };
    if (error instanceof HttpError && error.statusCode === 404)
      return { reason: { kind: "invalid" }, message: error.message };
    throw error;
  }
}

/** Runs an action for each of these, each in its own transaction; a refusal of one doesn't stop the others. */
export async function oneByOne<One extends object>(
  ones: readonly One[],
  act: (one: One) => Promise<void>,
): Promise<(One & { refusal: Outcome })[]> {
  const outcomes: (One & { refusal: Outcome })[] = [];
  for (const one of ones) outcomes.push({ ...one, refusal: await outcomeOf(act(one)) });
  return outcomes;
}
