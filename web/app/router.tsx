import type { QueryClient } from "@tanstack/react-query";
import { createBrowserRouter } from "react-router";
import { loginAddress } from "#web/features/accounts/return-path.ts";
import { forgetPrivateData } from "#web/features/accounts/log-out.ts";
import { endSession } from "#web/lib/session.ts";
import { toast } from "#web/ui/feedback/toast.ts";
import type { Fault, FaultPlace } from "./faults.ts";
import { answerFault } from "./faults.ts";
import { createQueryClient } from "./query-client.ts";
import { routes } from "./routes.tsx";

type Router = ReturnType<typeof createBrowserRouter>;

/** The application in a browser: its cache, and its router over the address bar. Made once, in main.tsx. */
export function createApp(): { client: QueryClient; router: Router } {
  const client = createQueryClient((fault, kind) => face(fault, kind, router, client));
  const router = createBrowserRouter(routes(client));
  return { client, router };
}

/** Does what the error catalogue says about a failure that nobody else answers for. */
function face(fault: Fault, kind: FaultPlace["kind"], router: Router, client: QueryClient): void {
  const { pathname, search } = router.state.navigation.location ?? router.state.location;
  const answer = answerFault(fault, { kind, pathname });
  if (answer.do === "nothing") return;
  if (answer.message) toast(answer.message, "error");
  if (answer.do === "say") return;
  const isLogin = pathname === answer.to;
  const hadSession = sessionStorage.getItem("token") !== null;
  if (answer.sessionIsOver) {
    endSession();
    forgetPrivateData(client);
  }
  if (!isLogin)
    void router.navigate(answer.sessionIsOver && hadSession ? loginAddress(answer.to, pathname + search) : answer.to, {
      replace: answer.to === "/notfound",
    });
}
