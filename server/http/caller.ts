import { ownMessages } from "#contract/wire/messages.ts";
import { includesRole, type StaffRole } from "#contract/people/roles.ts";
import { languageAskedFor, languageChosen, type LanguageCode } from "#contract/site/languages.ts";
import type { Access, Endpoint } from "#contract/wire/endpoint.ts";
import type { FastifyRequest } from "fastify";
import { HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";

/** The caller's session. `borrowerId` is null for an Admin. */
export type Session = {
  sessionId: string;
  /** Identifies the session where its id, which is part of the token, must not appear. */
  sessionNumber: number;
  userId: number;
  userTypeId: 1 | 2;
  borrowerId: number | null;
  /** null for a User. */
  role: StaffRole | null;
  /** True for an administrator who must set up two-step verification before anything else. */
  isIncomplete?: true;
};

/** Returns whether a role has this access; a User's role is null. */
export function hasAccess(access: Exclude<Access, "anyone">, role: StaffRole | null): boolean {
  if (role === null) return access === "user" || access === "user or volunteer";
  return access !== "user" && (access === "user or volunteer" || includesRole(role, access));
}

/** Returns the token, or null for anything else: clients send the header when logged out, too. */
export function bearerToken(header: string | undefined): string | null {
  const token = /^Bearer\s+(\S+)$/i.exec(header ?? "")?.[1];
  return token && token.split(".").length === 3 && token.length < 2048 ? token : null;
}

/**
 * Returns the caller's session, or throws 401 (not logged in) or 403 (wrong role). A caller who must still set up two-step
 * verification is refused, but counts as a visitor for public calls.
 */
export function admit({ access, beforeTwoStep }: AccessRule, session: Session | null): Session | null {
  const needsTwoStep = session?.isIncomplete === true && !beforeTwoStep;
  if (access === "anyone") return needsTwoStep ? null : session;
  if (!session) throw new HttpError(401);
  if (!hasAccess(access, session.role))
    throw new HttpError(403, session.role && access !== "user" ? ownMessages.roleTooSmall : undefined);
  if (needsTwoStep) throw new Refusal({ kind: "two-step-required" });
  return session;
}

type AccessRule = Pick<Endpoint, "access" | "beforeTwoStep">;

/** Returns the language that the caller chose, or that the browser prefers. */
export function readerLanguage({ headers }: Pick<FastifyRequest, "headers">): LanguageCode {
  return languageChosen(headers.cookie) ?? languageAskedFor(headers["accept-language"]);
}
