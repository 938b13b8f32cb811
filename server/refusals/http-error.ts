import { messages, ownMessages } from "#contract/wire/messages.ts";
import { Refusal } from "./refusal.ts";

const sentences: Record<number, string> = {
  401: messages.trouble.unauthorized,
  403: messages.trouble.forbidden,
  404: ownMessages.notFound,
  408: "The request took too long to arrive.",
  413: "The request is too large.",
  415: "Send JSON, with the content type application/json.",
  429: ownMessages.tooManyRequests,
  503: ownMessages.serverBusy,
};

export function sentenceOf(status: number): string {
  return sentences[status] ?? (status < 500 ? "The request couldn't be understood." : messages.trouble.reallyWrong);
}

/** Answers with a status and a sentence, for missing access, missing data, or a bad shape. */
export class HttpError extends Error {
  readonly statusCode: number;
  /** In seconds. */
  readonly retryAfter: number | undefined;

  constructor(statusCode: number, sentence = sentenceOf(statusCode), retryAfter?: number) {
    super(sentence);
    this.statusCode = statusCode;
    this.retryAfter = retryAfter;
  }
}

/** Returns the row, or throws 404 without one. */
export function found<T>(row: T | undefined): T {
  if (row === undefined) throw new HttpError(404);
  return row;
}

/** The refusal of one action; null if it succeeded. */
type Outcome = Pick<Refusal, "reason" | "message"> | null;

/** Returns why an action was refused, or null. */
export async function outcomeOf(action: Promise<void>): Promise<Outcome> {
  try {
    await action;
    return null;
  } catch (error) {
    if (error instanceof Refusal) return { reason: error.reason, message: error.message };
    if (error instanceof HttpError && error.statusCode === 404)
      return { reason: { kind: "invalid" }, message: error.message };
    throw error;
  }
}

/** Runs an action for each row, in its own transaction. A refusal doesn't stop the rest. */
export async function oneByOne<Row extends object>(
  rows: readonly Row[],
  act: (row: Row) => Promise<void>,
): Promise<(Row & { refusal: Outcome })[]> {
  const outcomes: (Row & { refusal: Outcome })[] = [];
  for (const row of rows) outcomes.push({ ...row, refusal: await outcomeOf(act(row)) });
  return outcomes;
}
