import { useLanguage } from "#web/language/use-language.ts";
import type { QueryClient } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import { use, useEffect, useState } from "react";
import { useLocation, useNavigate, useParams } from "#web/ui/router/router.tsx";
import { loginAddress } from "#web/features/accounts/login/return-path.ts";
import { doWhatWasDoneEarly } from "./done-early.ts";
import { routeId } from "#web/lib/route-id.ts";
import { currentSession, endSession } from "#web/lib/session.ts";
import { toast } from "#web/ui/feedback/toast.ts";
import type { Decision } from "#web/app/access.ts";
import { decideAccess } from "#web/app/access.ts";
import { FailedPage } from "./failed-page.tsx";
import type { Place } from "#web/ui/router/browser-history.ts";
import type { Doorway } from "./page-table.tsx";

/** Milliseconds that a page waits for its data before it shows the places where it will be. */
const patience = 200;

/** The door of a page: asks the guard once for each arrival, and begins to fetch what the page needs. */
export function Door({ guard, page: Page, fetchPage, load }: Doorway) {
  const client = useQueryClient();
  const params = useParams();
  const { key, pathname, search } = useLocation();
  const { decision, wait } = arrivalAt(client, key + pathname + search, () => {
    // an address with what cannot be an id leads nowhere; no call is made for it
    const exists = params["id"] === undefined || routeId(params["id"]) !== undefined;
    const decision = exists ? decideAccess(guard, pathname, currentSession()?.user ?? null) : notFound;
    if (!decision.open) return { decision, wait: undefined };
    const url = new URL(pathname + search, globalThis.location.href);
    return { decision, wait: soon(fetchPage(), load?.(client, { params, url })) };
  });
  if (!decision.open) return <TurnedAway decision={decision} />;
  if (wait) use(wait);
  return (
    <>
      <Page />
      <Listening />
    </>
  );
}

/** Stands behind a page: when it is told that it is there, everything before it has been. */
function Listening() {
  useEffect(doWhatWasDoneEarly, []);
  return null;
}

function TurnedAway({ decision: { to, title, message } }: { decision: Exclude<Decision, { open: true }> }) {
  const navigate = useNavigate();
  const { say } = useLanguage();
  const { pathname, search } = useLocation();
  // not a layout effect: those run before the router listens
  useEffect(() => {
    if (message) toast(title ? `${say(title)}: ${say(message)}` : message, "error");
    void navigate(endExpiredSession() ? loginAddress(to, pathname + search) : to, { replace: true });
  }, [to, title, message, pathname, search, navigate, say]);
  return useLate() ? <FailedPage onRetry={() => void navigate(to, { replace: true })} /> : null;
}

/**
 * Whether nobody was led away within a second. A page whose every call fails leads to the login, which leads whoever is
 * logged in back to that page: going round for ever helps nobody, a page that can be tried again does.
 */
function useLate(): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 1000);
    return () => clearTimeout(timer);
  }, []);
  return late;
}

/** A token that has run out is put away; whether there was one. */
function endExpiredSession(): boolean {
  if (!sessionStorage.getItem("token") || currentSession()) return false;
  endSession();
  return true;
}

const notFound: Decision = { open: false, to: "/notfound" };

type Arrival = { decision: Decision; wait: Promise<unknown> | undefined };
const arrivals = new WeakMap<QueryClient, { at: string; arrival: Arrival }>();

/**
 * What was decided and begun on this arrival, kept while React draws the page again and again. Whoever logs out on a
 * page is led away by the log-out, not by the guard.
 */
function arrivalAt(client: QueryClient, at: string, begin: () => Arrival): Arrival {
  const known = arrivals.get(client);
  if (known?.at === at) return known.arrival;
  const arrival = begin();
  arrivals.set(client, { at, arrival });
  return arrival;
}

/** Says that a page is open and has come, with all that it needs: nobody waits for it. */
export function markArrival(client: QueryClient, { key, pathname, search }: Place): void {
  arrivals.set(client, { at: key + pathname + search, arrival: { decision: { open: true }, wait: undefined } });
}

/** Waits for a page's code, and a while for its data. What could not be had is shown by the page, which asks again. */
function soon(code: Promise<unknown>, data: Promise<unknown> | undefined): Promise<unknown> {
  const late = new Promise((resolve) => setTimeout(resolve, patience));
  return Promise.all([code, data && Promise.race([data.catch(() => undefined), late])]);
}
