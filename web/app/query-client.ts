import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { toast } from "#web/ui/feedback/toast.ts";
import { CallFailed } from "#web/lib/call.ts";
import type { Fault, FaultPlace } from "./faults.ts";

declare module "@tanstack/react-query" {
  interface Register {
    /** `background`: failures are silent. */
    queryMeta: { background?: boolean };
    /** `done`: shown on success. `ownFaults`: the caller shows every failure itself, or those it accepts. */
    mutationMeta: { done?: string; ownFaults?: boolean | ((error: Error) => boolean) };
  }
}

function faultOf(error: unknown): Fault {
  if (!(error instanceof CallFailed)) return { status: undefined, message: "" };
  const { status, message, reason, errors } = error;
  return { status, message, reason, errors };
}

type Face = (fault: Fault, kind: FaultPlace["kind"]) => void;

/** The cache of API answers; failures that nothing else handles go to `face`. */
export function createQueryClient(face: Face): QueryClient {
  const tell = (error: unknown, kind: FaultPlace["kind"]) => {
    if (error instanceof DOMException && error.name === "AbortError") return;
    // a refusal is an answer, which its page shows
    if (!(error instanceof CallFailed) || (kind === "background" && !error.isRefusal)) console.error(error);
    face(faultOf(error), kind);
  };
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => tell(error, query.meta?.background ? "background" : "query"),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _given, mutation) => {
        const own = mutation.meta?.ownFaults ?? false;
        if (!(typeof own === "function" ? own(error) : own)) tell(error, "mutation");
      },
      onSuccess: (_answer, _variables, _given, mutation) => {
        if (mutation.meta?.done) toast(mutation.meta.done);
      },
    }),
    defaultOptions: {
      queries: {
        // Without a network a page shows "Try again" instead of a skeleton forever.
        networkMode: "always",
        staleTime: 15_000,
        retry: (count, error) => count < 1 && error instanceof CallFailed && error.mayPass,
        retryDelay: 600,
      },
      mutations: { networkMode: "always" },
    },
  });
}
