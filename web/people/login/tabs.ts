import { currentSession, onSessionChange, takeOver } from "#web/lib/session.ts";
import { forgetOffline } from "#web/lib/kept-offline.ts";

/** A new tab asks for the session, other tabs answer with it, and a logout ends it in all of them. */
type TabMessage = { ask: true } | { kept: Record<string, string> } | { ended: string };

/** How long a new tab waits for an answer, which the first tab of a browser never gets. */
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

/**
 * Shares the session and the cart between the open tabs of this browser. Resolves when another tab answers or the wait
 * ends; `onEnded` runs when another tab logs out.
 */
export async function joinTabs(onEnded: () => void): Promise<void> {
  if (typeof BroadcastChannel === "undefined") return;
  channel = new BroadcastChannel("library");
  const answer = new Promise<void>((resolve) => {
    const hear = ({ data }: MessageEvent<TabMessage>) => {
      if ("ask" in data) share();
      else if ("kept" in data) {
        takeOver(data.kept);
        last = JSON.stringify(storedItems());
        resolve();
      } else if (data.ended === sessionStorage.getItem("sessionKey")) onEnded();
    };
    channel?.addEventListener("message", hear);
  });
  onSessionChange(() => {
    if (JSON.stringify(storedItems()) !== last) share();
  });
  last = JSON.stringify(storedItems());
  send({ ask: true });
  await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, timeoutMs))]);
}

function share(): void {
  const now = storedItems();
  last = JSON.stringify(now);
  if (last !== "{}") send({ kept: now });
}

/** Ends a session in the other tabs, and deletes the pages saved for offline use. */
export function endInAllTabs(sessionKey: string | null): void {
  void forgetOffline();
  if (sessionKey !== null) send({ ended: sessionKey });
}
