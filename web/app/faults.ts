import { messages } from "#contract/wire/specified-messages.ts";
import type { Told } from "#web/language/language.ts";
import { loginPathOf } from "./access.ts";

/** A failed call; `status` is 0 when the API was unreachable, undefined for an error of our own. */
export type Fault = Told & { status: number | undefined };

/** Where a call failed: background queries fail silently, and the page of a query has its own "Try again". */
export type FaultPlace = { kind: "background" | "query" | "mutation"; pathname: string };

export type FaultAnswer =
  | { do: "nothing" }
  | ({ do: "say" } & Told)
  | { do: "go"; to: string; message?: string; sessionIsOver?: boolean };

/** Unreachable, rate limited, or busy: leaving the page would lose unsaved text. */
const temporary = new Set([0, 429, 502, 503, 504]);

/** An invalid request: logging in again would not help, and would lose unsaved text. */
const invalid = new Set([400, 409, 413, 415]);

export function answerFault({ status, ...error }: Fault, { kind, pathname }: FaultPlace): FaultAnswer {
  if (kind === "background") return { do: "nothing" };
  // everything else is closed until then, and that page explains it
  if (error.reason?.kind === "two-step-required") return { do: "go", to: "/admin/account" };
  if (status === 200) return { do: "say", ...error };
  if (status !== undefined && temporary.has(status))
    return kind === "query" ? { do: "nothing" } : { do: "say", ...error };
  if (status !== undefined && kind === "mutation" && invalid.has(status)) return { do: "say", ...error };
  if (status === 404) return { do: "go", to: "/notfound" };
  const to = loginPathOf(pathname);
  if (status === 401) return { do: "go", to, message: messages.trouble.unauthorized, sessionIsOver: true };
  if (status === 403) return { do: "go", to, message: messages.trouble.forbidden };
  return { do: "go", to, message: (status && error.message) || messages.trouble.reallyWrong };
}
