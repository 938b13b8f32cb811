import type { SecurityEvent, SecurityKind } from "#contract/staff/security-trail.ts";

export const kindWords: Record<SecurityKind, string> = {
  "logged-in": "Login",
  "log-in-failed": "Wrong user name or password",
  "limit-hit": "Too many requests",
  "access-refused": "Access refused",
  "token-forged": "Forged session",
  "password-changed": "Password changed",
  "email-changed": "Email address changed",
  "sessions-ended": "Session ended",
  "staff-changed": "Staff accounts changed",
  "key-turned": "Key of sessions turned",
};

const codeShown = 6; // characters: enough to see that two are the same

/** Whose account it was, or the code of the name that was typed. */
export function whoOf({ person, nameCode }: Pick<SecurityEvent, "person" | "nameCode">): string {
  return person || (nameCode === "" ? "–" : `Typed name ${nameCode.slice(0, codeShown)}`);
}

/** Where from: a network, many, or the server on which a command or a job turned the key. */
export function addressOf({ kind, address }: Pick<SecurityEvent, "kind" | "address">): string {
  return address || (kind === "key-turned" ? "This server" : "Many");
}

/** Where in the library it happened, in the words of the contract: "Account/Login". */
export function whereOf({ call }: Pick<SecurityEvent, "call">): string {
  return call.replace(/^\w+ /, "").replace(/\/?(?:\{\w+\}\/?)*$/, "");
}
