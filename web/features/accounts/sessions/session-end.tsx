import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { formatTime } from "#web/lib/dates.ts";
import { endOf, keepToken, type Session, useSession } from "#web/lib/session.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { lastUse, noteUse } from "./last-use.ts";
import styles from "./session-end.module.css";

const minute = 60_000; // ms

/** How long before its end a session says so; for staff who may rest for less, half of that time. */
const notice = 10 * minute;

/** Says that the session ends soon, and puts it off on request. Render it in a live region of every page. */
export function SessionEnd() {
  const session = useSession();
  const [last, setLast] = useState<string>();
  const { t, code } = useLanguage();
  const end = useEndSoon(session);
  const stay = useMutation({
    mutationFn: () => call("POST Account/Stay", {}),
    onSuccess: ({ data: { token } }) => {
      if (endOf(token) < Date.now() + notice) setLast(token);
      keepToken(token);
      noteUse();
    },
  });
  if (end === undefined) return null;
  const time = formatTime(new Date(end).toISOString(), undefined, code);
  return (
    <div className={styles.bar} data-screen-only>
      <Alert tone="warning" title={t("Your session ends at {time}.", { time })}>
        {last === session?.token ? (
          t("A session lasts a day at most. Finish what you do here and log in again.")
        ) : (
          <Button size="small" busy={stay.isPending} onClick={() => stay.mutate()}>
            {t("Stay logged in")}
          </Button>
        )}
      </Alert>
    </div>
  );
}

/** When the session ends, in ms, once that is near. */
function useEndSoon(session: Session | null): number | undefined {
  const [end, setEnd] = useState<number>();
  useEffect(() => {
    const look = () => setEnd(session ? endSoon(session) : undefined);
    look();
    const timer = setInterval(look, 5000);
    return () => clearInterval(timer);
  }, [session]);
  return end;
}

function endSoon({ token, user: { idleMinutes } }: Session): number | undefined {
  const rest = (idleMinutes ?? Infinity) * minute;
  const end = Math.min(endOf(token), lastUse() + rest);
  const left = end - Date.now();
  return left > 0 && left <= Math.min(notice, rest / 2) ? end : undefined;
}
