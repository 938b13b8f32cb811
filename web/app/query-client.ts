import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { CallFailed } from "#web/lib/call.ts";
import type { Fault, FaultPlace } from "./faults.ts";
import { toast } from "#web/ui/feedback/toast.tsx";

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
    // pages show refusals themselves
    if (!(error instanceof CallFailed) || (kind === "background" && !error.isRefusal)) console.error(error);
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
