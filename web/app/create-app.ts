import type { WrittenData } from "#contract/site/rendering.ts";
import type { QueryClient } from "@tanstack/react-query";
import { loginAddress } from "#web/features/accounts/login/return-path.ts";
import { forgetPrivateData } from "#web/features/accounts/login/log-out.ts";
import { takeWritten } from "#web/features/content/site-queries.ts";
import { keepWork } from "#web/lib/kept-work.ts";
import { endSession } from "#web/lib/session.ts";
import { toast } from "#web/ui/feedback/toast.ts";
import type { History } from "#web/ui/router/browser-history.ts";
import type { Fault, FaultPlace } from "./faults.ts";
import { answerFault } from "./faults.ts";
import { createQueryClient } from "./query-client.ts";
import { createSiteHistory } from "./routing/site-history.ts";

/** The application in a browser: its cache and its address bar. Created once, in main.tsx. */
export function createApp(): { client: QueryClient; history: History; isRendered: boolean } {
  const history = createSiteHistory();
  const client = createQueryClient((fault, kind) => face(fault, kind, history, client));
  const written = readWritten();
  takeWritten(client, written);
  if (written.shown !== undefined) history.replace(written.shown);
  return { client, history, isRendered: written.isRendered === true };
}

/** The data that the server embedded in the page, if any. */
function readWritten(): WrittenData {
  const written: unknown = JSON.parse(document.getElementById("written")?.textContent ?? "{}");
  return typeof written === "object" && written !== null ? written : {};
}

/** Handles failures that nothing else handles, as the error catalog says. */
function face(fault: Fault, kind: FaultPlace["kind"], history: History, client: QueryClient): void {
  const { pathname, search } = history.location;
  const answer = answerFault(fault, { kind, pathname });
  if (answer.do === "nothing") return;
  if (answer.do === "say") return toast(answer, "error");
  if (answer.message) toast(answer.message, "error");
  const isLogin = pathname === answer.to;
  const hadSession = sessionStorage.getItem("token") !== null;
  if (answer.sessionIsOver) {
    keepWork(); // before the session ends: it identifies the user
    endSession();
    forgetPrivateData(client);
  }
  if (isLogin) return;
  const to = answer.sessionIsOver && hadSession ? loginAddress(answer.to, pathname + search) : answer.to;
  if (answer.to === "/notfound") history.replace(to);
  else history.push(to);
}
