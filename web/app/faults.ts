import { messages } from "#contract/wire/specified-messages.ts";
import type { Told } from "#web/language/language.ts";
import { loginPathOf } from "./access.ts";

/** A failed call; `status` is 0 when the API was unreachable, undefined for an error of our own. */
export type Fault = Told & { status: number | undefined };

/** Where it happened: a background query never disturbs; a query has a page with its own "Try again". */
export type FaultPlace = { kind: "background" | "query" | "mutation"; pathname: string };

export type FaultAnswer =
  | { do: "nothing" }
  | ({ do: "say" } & Told)
  | { do: "go"; to: string; message?: string; sessionIsOver?: boolean };

/** Unreachable, rate limited, or busy: temporary, so nothing typed may be lost. */
const passing = new Set([0, 429, 502, 503, 504]);

/** A change that was sent in a way that the library cannot take: the login would not help, and the page has what was typed. */
const unfit = new Set([400, 409, 413, 415]);

export function answerFault({ status, ...told }: Fault, { kind, pathname }: FaultPlace): FaultAnswer {
  if (kind === "background") return { do: "nothing" };
  // whatever was asked for is closed until then; the page there says why
  if (told.reason?.kind === "two-step-required") return { do: "go", to: "/admin/account" };
  if (status === 200) return { do: "say", ...told };
  if (status !== undefined && passing.has(status)) return kind === "query" ? { do: "nothing" } : { do: "say", ...told };
  if (status !== undefined && kind === "mutation" && unfit.has(status)) return { do: "say", ...told };
  if (status === 404) return { do: "go", to: "/notfound" };
  const to = loginPathOf(pathname);
  if (status === 401) return { do: "go", to, message: messages.trouble.unauthorized, sessionIsOver: true };
  if (status === 403) return { do: "go", to, message: messages.trouble.forbidden };
  return { do: "go", to, message: (status && told.message) || messages.trouble.reallyWrong };
}
