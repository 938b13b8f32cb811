import "#web/ui/styles.css"; // before the styles of the components
import { loadLanguage } from "#web/language/language.ts";
import { startingLanguage } from "#web/language/language.ts";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { Providers } from "#web/app/providers.tsx";
import { replayEarlyInput } from "#web/app/routing/replay-early-input.ts";
import { loginPathOf } from "#web/app/access.ts";
import { isPublicPage, preloadPage } from "#web/app/routing/routes.tsx";
import type { WrittenData } from "#contract/site/rendering.ts";
import type { QueryClient } from "@tanstack/react-query";
import type { LoginState } from "#web/people/login/return-path.ts";
import { loginAddress } from "#web/people/login/return-path.ts";
import { clearSession, forgetPrivateData, openTabs } from "#web/people/login/log-out.ts";
import { cacheEmbeddedData } from "#web/site/site-queries.ts";
import { keepWork, leaveFreely } from "#web/lib/kept-work.ts";
import { currentSession, endSession } from "#web/lib/session.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import type { History } from "#web/ui/router.tsx";
import { answerFault, createQueryClient, type Fault, type FaultPlace } from "#web/app/query-client.ts";
import { createSiteHistory } from "#web/app/routing/site-history.ts";

async function start(root: HTMLElement) {
  const { client, history, isRendered } = createApp();
  const joined = openTabs().then(
    ({ joinTabs }) => joinTabs(() => leaveWithOthers(client, history)),
    () => undefined, // not loaded, so this tab is on its own
  );
  // a page behind a login waits for another tab's session
  if (!currentSession() && !isPublicPage(history.location.pathname)) await joined;
  // English needs no loading
  const language = await loadLanguage(startingLanguage());
  const site = <Providers client={client} history={history} language={language} />;
  // a page whose code can't load is rendered from scratch, and shows the error itself
  const isReady = isRendered && (await preloadPage(client, history.location).catch(() => false));
  // as a transition, so that an old phone can still scroll and type in between
  if (isReady) startTransition(() => void hydrateRoot(root, site));
  else {
    replayEarlyInput(); // stops the recording; there is nothing to replay
    createRoot(root).render(site);
  }
}

/** Leaves a page behind a login after another tab logged out. */
function leaveWithOthers(client: QueryClient, history: History): void {
  const { pathname } = history.location;
  clearSession(client);
  if (isPublicPage(pathname)) return;
  leaveFreely();
  history.push(loginPathOf(pathname));
}

const root = document.getElementById("root");
if (root) void start(root);

function createApp(): { client: QueryClient; history: History; isRendered: boolean } {
  const history = createSiteHistory();
  const client = createQueryClient((fault, kind) => handleFault(fault, kind, history, client));
  const written = readWritten();
  cacheEmbeddedData(client, written);
  if (written.shown !== undefined) history.replace(written.shown);
  return { client, history, isRendered: written.isRendered === true };
}

/** Reads the data that the server embedded in the page. */
function readWritten(): WrittenData {
  const written: unknown = JSON.parse(document.getElementById("written")?.textContent ?? "{}");
  return typeof written === "object" && written !== null ? written : {};
}

/** Handles failures that nothing else handles. */
function handleFault(fault: Fault, kind: FaultPlace["kind"], history: History, client: QueryClient): void {
  const { pathname, search } = history.location;
  const answer = answerFault(fault, { kind, pathname });
  if (answer.do === "nothing") return;
  if (answer.do === "say") return toast(answer, "error");
  if (answer.message) toast(answer.message, "error");
  const isLogin = pathname === answer.to;
  const hadSession = sessionStorage.getItem("token") !== null;
  let state: LoginState | undefined;
  if (answer.sessionIsOver) {
    keepWork(); // before the session ends, because it identifies the user
    if (hadSession) state = { ended: true };
    endSession();
    forgetPrivateData(client);
  }
  if (isLogin) return;
  const to = state ? loginAddress(answer.to, pathname + search) : answer.to;
  if (answer.to === "/notfound" || answer.to === "/admin/account") history.replace(to);
  else history.push(to, state);
}
