import { ownMessages } from "#contract/wire/messages.ts";
import { includesRole, type StaffRole } from "#contract/people/roles.ts";
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
  /** null for a User. */
  role: StaffRole | null;
  /** An administrator who has to set up the second step before anything else. */
  isIncomplete?: true;
};

/** Whether a role, or a User, which has none, has this access. */
export function hasAccess(access: Exclude<Access, "anyone">, role: StaffRole | null): boolean {
  if (role === null) return access === "user" || access === "user or volunteer";
  return access !== "user" && (access === "user or volunteer" || includesRole(role, access));
}

/** Clients send the header when logged out too, so anything that is not a token counts as none. */
export function bearerToken(header: string | undefined): string | null {
  const token = /^Bearer\s+(\S+)$/i.exec(header ?? "")?.[1];
  return token && token.split(".").length === 3 && token.length < 2048 ? token : null;
}

/**
 * Admits the caller, or throws 401 (not logged in) or 403 (not for a User, or for their role). Who has yet to set up the second step is
 * refused for it, and a visitor to what is public.
 */
export function admit({ access, beforeTwoStep }: Entrance, session: Session | null): Session | null {
  const isKeptOut = session?.isIncomplete === true && !beforeTwoStep;
  if (access === "anyone") return isKeptOut ? null : session;
  if (!session) throw new HttpError(401);
  if (!hasAccess(access, session.role))
    throw new HttpError(403, session.role && access !== "user" ? ownMessages.roleTooSmall : undefined);
  if (isKeptOut) throw new Refusal({ kind: "two-step-required" });
  return session;
}

type Entrance = Pick<Endpoint, "access" | "beforeTwoStep">;

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
