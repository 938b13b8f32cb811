import { userTypes } from "#contract/codes.ts";
import { startSession } from "#web/lib/session.ts";

const people = {
  borrower: { userId: 12, userName: "dolores", userTypeId: userTypes.user, name: "Dolores Huerta", borrowerId: 7 },
  admin: { userId: 1, userName: "admin", userTypeId: userTypes.admin, name: "Ada", borrowerId: null },
};

/** Logs a user in for `seconds` from now; a negative value is an expired session. */
export function logInAs(who: keyof typeof people, seconds = 3600): void {
  const claims = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + seconds }));
  startSession({ token: `x.${claims}.x`, sessionKey: "key", user: people[who] });
}
