import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { CallFailed } from "#web/lib/call.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { messages } from "#contract/wire/specified-messages.ts";
import type { Told } from "#web/language/language.ts";
import { loginPathOf } from "./access.ts";

declare module "@tanstack/react-query" {
  interface Register {
    /** Failures of `background` queries are silent. */
    queryMeta: { background?: boolean };
    /** `done` is the toast on success. With `ownFaults`, the caller shows all failures itself, or those it returns true for. */
    mutationMeta: { done?: string; ownFaults?: boolean | ((error: Error) => boolean) };
  }
}

function faultOf(error: unknown): Fault {
  if (!(error instanceof CallFailed)) return { status: undefined, message: "" };
  const { status, message, reason, errors } = error;
  return { status, message, reason, errors };
}

type OnFault = (fault: Fault, kind: FaultPlace["kind"]) => void;

/** Creates the cache of API answers; failures that nothing else handles go to `onFault`. */
export function createQueryClient(onFault: OnFault): QueryClient {
  const report = (error: unknown, kind: FaultPlace["kind"]) => {
    if (error instanceof DOMException && error.name === "AbortError") return;
    // pages show refusals themselves, and a call under way at logout gets a 401
    const isExpected =
      error instanceof CallFailed && (kind !== "background" || error.isRefusal || error.status === 401);
    if (!isExpected) console.error(error);
    onFault(faultOf(error), kind);
  };
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => report(error, query.meta?.background ? "background" : "query"),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        const own = mutation.meta?.ownFaults ?? false;
        if (!(typeof own === "function" ? own(error) : own)) report(error, "mutation");
      },
      onSuccess: (_answer, _variables, _context, mutation) => {
        if (mutation.meta?.done) toast(mutation.meta.done);
      },
    }),
    defaultOptions: {
      queries: {
        // without a network, a page shows "Try again" instead of a skeleton forever
        networkMode: "always",
        staleTime: 15_000,
        retry: (count, error) => count < 1 && error instanceof CallFailed && error.isTemporary,
        retryDelay: 600,
      },
      mutations: { networkMode: "always" },
    },
  });
}

/** A failed call; `status` is 0 when the API was unreachable, undefined for an error in our code. */
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
  // everything else is refused until two-step verification is set up
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
