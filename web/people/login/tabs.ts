import { currentSession, endOf, isExpired, notifySession, onSessionChange, readSession } from "#web/lib/session.ts";
import { forgetOffline } from "#web/lib/kept-offline.ts";

/**
 * A new tab asks for a session, naming the page that opened it, and other tabs answer. Tabs also tell each other about
 * changes, and a logout ends the session in all tabs that have it.
 */
type TabMessage = { ask: string; from: string | undefined } | { kept: Items; answers?: string } | { ended: string };
type Items = Record<string, string>;

/** How long a new tab waits for the page that opened it. */
const timeoutMs = 150;

const names = ["token", "currentUser", "sessionKey", "cartIdentifier"] as const;

let channel: BroadcastChannel | undefined;
let last = "";

const send = (message: TabMessage) => channel?.postMessage(message);

const storedItems = () =>
  Object.fromEntries(
    (currentSession() ? names : names.slice(3)).flatMap((name) => {
      const value = sessionStorage.getItem(name);
      return value === null ? [] : [[name, value]];
    }),
  );

const withoutFragment = (address: string) => address.split("#")[0];

/** Returns the page of ours that opened this tab; undefined after a typed address, a bookmark, an email, or a reload. */
function openingPage(): string | undefined {
  const [navigation] = performance.getEntriesByType("navigation");
  const isLoaded = navigation instanceof PerformanceNavigationTiming && navigation.type === "navigate";
  const isNew = history.length === 1 && isLoaded;
  return isNew && document.referrer.startsWith(`${location.origin}/`) ? document.referrer : undefined;
}

/**
 * Takes over the session of the page that opened this tab, and shares the cart, a renewed token, and a new name with the
 * tabs of the same session. A logged-out tab doesn't get the session of a later login elsewhere. Resolves when that page
 * answers or the wait ends; `onEnded` runs when another tab logs out.
 */
export async function joinTabs(onEnded: () => void): Promise<void> {
  if (typeof BroadcastChannel === "undefined") return;
  channel = new BroadcastChannel("library");
  // only tells questions apart, and randomUUID needs https
  const ask = Math.random().toString(36).slice(2);
  const from = openingPage();
  const answer = new Promise<void>((resolve) => {
    const hear = ({ data }: MessageEvent<TabMessage>) => {
      if ("ask" in data) {
        // a page that didn't open the tab shares only a visitor's cart
        if (data.from === withoutFragment(location.href) || !currentSession()) share(data.ask);
      } else if ("kept" in data) {
        takeOver(data.kept, data.answers === ask);
        last = JSON.stringify(storedItems());
        if (data.answers === ask) resolve();
      } else if (data.ended === sessionStorage.getItem("sessionKey")) onEnded();
    };
    channel?.addEventListener("message", hear);
  });
  onSessionChange(() => {
    if (JSON.stringify(storedItems()) !== last) share();
  });
  last = JSON.stringify(storedItems());
  send({ ask, from });
  if (from !== undefined) await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, timeoutMs))]);
}

function share(answers?: string): void {
  const now = storedItems();
  last = JSON.stringify(now);
  if (last !== "{}") send({ kept: now, ...(answers !== undefined && { answers }) });
}

/**
 * Copies another tab's session if it answers this tab and this tab has none. Copies its cart with the session, or if this
 * tab has none. For the same session, also copies a later expiry or a new name.
 */
export function takeOver({ cartIdentifier: cart, ...session }: Items, isAnswer: boolean): void {
  const { token = null, currentUser = null, sessionKey } = session;
  const isLogin = sessionKey !== undefined && readSession(token, currentUser) !== null && !isExpired(token);
  const isNew = isAnswer && isLogin && !currentSession();
  const isSame = sessionKey === (sessionStorage.getItem("sessionKey") ?? undefined);
  const isRenewed = isSame && token !== null && endOf(token) > endOf(sessionStorage.getItem("token"));
  const takesCart = cart !== undefined && (isNew || (isSame && sessionStorage.getItem("cartIdentifier") === null));
  const isRenamed =
    isSame && currentUser !== sessionStorage.getItem("currentUser") && readSession(token, currentUser) !== null;
  if (isNew) for (const [name, value] of Object.entries(session)) sessionStorage.setItem(name, value);
  if (takesCart) sessionStorage.setItem("cartIdentifier", cart);
  if (isRenewed) sessionStorage.setItem("token", token);
  if (isRenamed && currentUser !== null) sessionStorage.setItem("currentUser", currentUser);
  if (isNew || takesCart || isRenewed || isRenamed) notifySession();
}

/** Ends a session in the other tabs, and deletes the pages saved for offline use. */
export function endInAllTabs(sessionKey: string | null): void {
  void forgetOffline();
  if (sessionKey !== null) send({ ended: sessionKey });
}
