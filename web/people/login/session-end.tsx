import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import { call, reachBy } from "#web/lib/call.ts";
import { endOf, type Session, storeToken, useSession } from "#web/lib/session.ts";
import { Button } from "#web/ui/actions/button.tsx";
import styles from "./session-end.module.css";
import { unattendedHeader } from "#contract/wire/unattended.ts";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { formatTime } from "#web/lib/formats.tsx";

const minute = 60_000; // ms

/** How long before its end a session announces it; half the idle limit if that is shorter. */
const notice = 10 * minute;

/**
 * Announces that the session ends soon, and extends it on request; `onIdle` runs at the end of an unused one. Render it in
 * a live region of every page.
 */
export function SessionEnd({ onIdle }: { onIdle: (minutes: number) => void }) {
  const session = useSession();
  const [finalToken, setFinalToken] = useState<string>();
  const { t, code } = useLanguage();
  const end = useEndSoon(session, onIdle);
  const stay = useMutation({
    mutationFn: () => call("POST Account/Stay", {}),
    onSuccess: ({ data: { token } }) => {
      if (endOf(token) < Date.now() + notice) setFinalToken(token);
      storeToken(token);
      noteUse();
    },
  });
  if (end === undefined) return null;
  const time = formatTime(new Date(end).toISOString(), undefined, code);
  return (
    <div className={styles.bar} data-screen-only>
      <Alert tone="warning" title={t("Your session ends at {time}.", { time })}>
        {finalToken === session?.token ? (
          t("A session lasts a day at most. Finish what you’re doing, then log in again.")
        ) : (
          <Button size="small" busy={stay.isPending} onClick={() => stay.mutate()}>
            {t("Stay logged in")}
          </Button>
        )}
      </Alert>
    </div>
  );
}

function useEndSoon(session: Session | null, onIdle: (minutes: number) => void): number | undefined {
  const [end, setEnd] = useState<number>();
  const leave = useEffectEvent(onIdle);
  useEffect(() => {
    const update = () => {
      if (session && isIdle(session)) leave(session.user.idleMinutes);
      else setEnd(session ? endSoon(session) : undefined);
    };
    update();
    const timer = setInterval(update, 5000);
    return () => clearInterval(timer);
  }, [session]);
  return end;
}

/** Is true a minute early, because the server records use by the minute. Touches count, because a page may be offline. */
const isIdle = ({ user: { idleMinutes } }: Session) =>
  Date.now() - Math.max(lastUse(), lastTouch) >= (idleMinutes - 1) * minute;

function endSoon({ token, user: { idleMinutes } }: Session): number | undefined {
  const idleLimit = idleMinutes * minute;
  const end = Math.min(endOf(token), lastUse() + idleLimit);
  const timeLeft = end - Date.now();
  return timeLeft > 0 && timeLeft <= Math.min(notice, idleLimit / 2) ? end : undefined;
}

/** When a tab of this session last made a request that counts against the idle limit, in ms. */
let last = Date.now();
/** When someone last touched this tab, in ms. */
let lastTouch = Date.now();

const attentionMs = 2 * 60_000;

const tabs = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("library-use");
tabs?.addEventListener("message", ({ data }) => {
  if (data === sessionStorage.getItem("sessionKey")) last = Date.now();
});

export const lastUse = () => last;

export function noteUse(): void {
  last = Date.now();
  tabs?.postMessage(sessionStorage.getItem("sessionKey"));
}

const isAttended = () => Date.now() - lastTouch < attentionMs;

for (const touch of ["pointerdown", "keydown", "wheel"])
  addEventListener(touch, () => (lastTouch = Date.now()), { capture: true, passive: true });

new PerformanceObserver((requests) => {
  if (isAttended() && requests.getEntries().some(({ name }) => name.includes("/api/"))) noteUse();
}).observe({ type: "resource" });

// Refetches of an unattended page don't keep the session alive; changes, such as scans, do.
reachBy(async (address, init) => {
  if (init.method === "GET" && !isAttended()) {
    const headers = new Headers(init.headers);
    headers.set(unattendedHeader, "1");
    return fetch(address, { ...init, headers });
  }
  if (init.method !== "GET") lastTouch = Date.now();
  return fetch(address, init);
});
