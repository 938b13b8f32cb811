import { userTypes } from "#contract/catalog/codes.ts";
import { type CurrentUser, startSession } from "#web/lib/session.ts";

const people: Record<"borrower" | "admin", CurrentUser> = {
  borrower: {
    userId: 12,
    userName: "dolores",
    userTypeId: userTypes.user,
    name: "Dolores Huerta",
    borrowerId: 7,
    role: null,
    idleMinutes: 60,
  },
  admin: {
    userId: 1,
    userName: "admin",
    userTypeId: userTypes.admin,
    name: "Ada",
    borrowerId: null,
    role: "manager",
    idleMinutes: 60,
  },
};

/** Logs a user in for `seconds` from now; a negative value is an expired session. */
export function logInAs(who: keyof typeof people, seconds = 3600): void {
  startSession({ token: tokenUntil(Date.now() + seconds * 1000), sessionKey: "key", user: people[who] });
}

/** Returns a token as the browser reads one; `end` is in ms. */
export const tokenUntil = (end: number) => `x.${btoa(JSON.stringify({ exp: Math.floor(end / 1000) }))}.x`;
