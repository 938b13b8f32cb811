import { forgetOffline } from "#web/lib/offline/kept-offline.ts";
import { currentSession, onSessionChange, takeOver } from "#web/lib/session.ts";

/** What tabs tell each other: a new one asks, the others answer with what they keep, and a log-out ends all. */
type Said = { ask: true } | { kept: Record<string, string> } | { ended: string };

/** How long a new tab waits for an answer, in milliseconds; nobody answers the first tab of a browser. */
const patience = 150;

const names = ["token", "currentUser", "sessionKey", "cartIdentifier"] as const;

let channel: BroadcastChannel | undefined;
let last = "";

const tell = (said: Said) => channel?.postMessage(said);

const kept = () =>
  Object.fromEntries(
    (currentSession() ? names : names.slice(3)).flatMap((name) => {
      const value = sessionStorage.getItem(name);
      return value === null ? [] : [[name, value]];
    }),
  );

/**
 * Makes the session and the cart one for all open tabs of this browser; nothing outlives the last of them. Resolves when
 * an open tab has answered, or none will. `onEnded` is called when another tab logged out.
 */
export async function joinTabs(onEnded: () => void): Promise<void> {
  if (typeof BroadcastChannel === "undefined") return;
  channel = new BroadcastChannel("library");
  const answered = new Promise<void>((resolve) => {
    const hear = ({ data }: MessageEvent<Said>) => {
      if ("ask" in data) share();
      else if ("kept" in data) {
        takeOver(data.kept);
        last = JSON.stringify(kept());
        resolve();
      } else if (data.ended === sessionStorage.getItem("sessionKey")) onEnded();
    };
    channel?.addEventListener("message", hear);
  });
  onSessionChange(() => {
    if (JSON.stringify(kept()) !== last) share();
  });
  last = JSON.stringify(kept());
  tell({ ask: true });
  await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, patience))]);
}

function share(): void {
  const now = kept();
  last = JSON.stringify(now);
  if (last !== "{}") tell({ kept: now });
}

/** Ends a session in the other tabs, too, and what opens without one. */
export function endInAllTabs(sessionKey: string | null): void {
  void forgetOffline();
  if (sessionKey !== null) tell({ ended: sessionKey });
}
