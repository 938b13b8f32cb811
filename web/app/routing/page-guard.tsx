import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { Component, type ReactNode, use, useEffect, useState } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import { loginAddress, type LoginState } from "#web/people/login/return-path.ts";
import { replayEarlyInput } from "./replay-early-input.ts";
import { currentSession, endSession } from "#web/lib/session.ts";
import { decideAccess, type Decision, loginPathOf } from "#web/app/access.ts";
import type { LoadablePage } from "./page-table.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { type RouteLocation, useLocation, useNavigate, useParams } from "#web/ui/router.tsx";
import { messages } from "#contract/wire/specified-messages.ts";
import { Page } from "#web/ui/layout.tsx";
import { ErrorState } from "#web/ui/feedback/notices.tsx";

/** After this, a page shows placeholders instead of waiting for its data. */
const dataTimeoutMs = 200;

/** Renders a page if its guard allows, after preloading its code and data together. */
export function GuardedPage({ page }: { page: LoadablePage }) {
  const client = useQueryClient();
  const params = useParams();
  const { code: language } = useLanguage();
  const { key, pathname, search } = useLocation();
  const { decision, wait } = arrivalAt(client, key + pathname + search, () => {
    const decision = decideAccess(page.guard, pathname, currentSession()?.user ?? null, page.role, search);
    if (!decision.open) return { decision, wait: undefined };
    const url = new URL(pathname + search, globalThis.location.href);
    const place = { params, url, language };
    const code = page.loadComponent().then(() => page.component.ready?.(client, place));
    return { decision, wait: preload(code, page.preload?.(client, place)) };
  });
  if (!decision.open) return <Redirect decision={decision} />;
  if (wait) use(wait);
  return (
    <>
      <page.component />
      <AfterHydration />
    </>
  );
}

/** Runs its effect after those of the page, because it is rendered after it. */
function AfterHydration() {
  useEffect(replayEarlyInput, []);
  return null;
}

function Redirect({ decision: { to, title, message } }: { decision: Exclude<Decision, { open: true }> }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  // not a layout effect, because those run before the router listens
  useEffect(() => {
    if (message) toast(message, "error", title);
    const isLogin = to === loginPathOf(pathname);
    const state: LoginState | undefined = endExpiredSession() ? { ended: true } : undefined;
    void navigate(isLogin ? loginAddress(to, pathname + search) : to, { replace: true, state });
  }, [to, title, message, pathname, search, navigate]);
  return useLate() ? <FailedPage onRetry={() => void navigate(to, { replace: true })} /> : null;
}

/**
 * Returns whether the redirect takes longer than a second. A page whose calls all fail redirects to the login, which
 * redirects a logged-in visitor back: a retry button breaks that circle.
 */
function useLate(): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 1000);
    return () => clearTimeout(timer);
  }, []);
  return late;
}

/** Ends a session with an expired token; returns whether there was one. */
function endExpiredSession(): boolean {
  if (!sessionStorage.getItem("token") || currentSession()) return false;
  endSession();
  return true;
}

type Arrival = { decision: Decision; wait: Promise<unknown> | undefined };
const arrivals = new WeakMap<QueryClient, { at: string; arrival: Arrival }>();

/** Returns the decision and the preload of this arrival, cached while React renders the page repeatedly. */
function arrivalAt(client: QueryClient, at: string, begin: () => Arrival): Arrival {
  const previous = arrivals.get(client);
  if (previous?.at === at) return previous.arrival;
  const arrival = begin();
  arrivals.set(client, { at, arrival });
  return arrival;
}

/** Marks a page as open, with its code and data ready. */
export function skipWaiting(client: QueryClient, { key, pathname, search }: RouteLocation): void {
  arrivals.set(client, { at: key + pathname + search, arrival: { decision: { open: true }, wait: undefined } });
}

/** Waits for a page's code, and a moment for its data. The page itself shows and retries a failed query. */
function preload(code: Promise<unknown>, queries: readonly Promise<unknown>[] = []): Promise<unknown> {
  const timeout = new Promise((resolve) => setTimeout(resolve, dataTimeoutMs));
  return Promise.all([code, queries.length > 0 && Promise.race([Promise.allSettled(queries), timeout])]);
}

/** Replaces a page that failed to render or load. */
export function FailedPage({ onRetry = () => location.reload() }: { onRetry?: () => void }) {
  const { t } = useLanguage();
  return (
    <Page heading={t(messages.trouble.somethingWrong)}>
      <ErrorState title={t("This page couldn’t load.")} onRetry={onRetry}>
        {t("Check your connection and try again. The site may have just been updated.")}
      </ErrorState>
    </Page>
  );
}

export class PageBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error) {
    console.error(error);
  }

  override render() {
    return this.state.hasFailed ? <FailedPage /> : this.props.children;
  }
}
