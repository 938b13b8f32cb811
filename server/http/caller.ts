import { languageAskedFor, languageChosen, type LanguageCode } from "#contract/site/languages.ts";
import type { Access, Endpoint } from "#contract/wire/endpoint.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";

/** Who is calling. `borrowerId` is null for an Admin. */
export type Session = {
  sessionId: string;
  /** Names it where its id, which is in the token, must not be. */
  sessionNumber: number;
  userId: number;
  userTypeId: 1 | 2;
  borrowerId: number | null;
  /** An administrator who has to set up the second step before anything else. */
  isIncomplete?: true;
};

const roles: Record<Access, readonly number[]> = { anyone: [], user: [2], admin: [1], "user or admin": [1, 2] };

/** Clients send the header when logged out too, so anything that is not a token counts as none. */
export function bearerToken(header: string | undefined): string | null {
  const token = /^Bearer\s+(\S+)$/i.exec(header ?? "")?.[1];
  return token && token.split(".").length === 3 && token.length < 2048 ? token : null;
}

/**
 * Admits the caller, or throws 401 (not logged in) or 403 (wrong role). Who has yet to set up the second step is
 * refused for it, and a visitor to what is public.
 */
export function admit({ access, beforeSecondStep }: Entrance, session: Session | null): Session | null {
  const isKeptOut = session?.isIncomplete === true && !beforeSecondStep;
  if (access === "anyone") return isKeptOut ? null : session;
  if (!session) throw new HttpError(401);
  if (!roles[access].includes(session.userTypeId)) throw new HttpError(403);
  if (isKeptOut) throw new Refusal({ kind: "second-step-required" });
  return session;
}

type Entrance = Pick<Endpoint, "access" | "beforeSecondStep">;

/** The caller's language: chosen earlier, or preferred by the browser. */
export function readerLanguage({ headers }: Pick<FastifyRequest, "headers">): LanguageCode {
  return languageChosen(headers.cookie) ?? languageAskedFor(headers["accept-language"]);
}

/** Refuses a caller who has to wait for this many seconds; 0 lets them pass. */
export function slowDown(reply: FastifyReply, wait: number, sentence?: string): void {
  if (wait === 0) return;
  reply.header("retry-after", wait);
  throw new HttpError(429, sentence);
}
