import { useLanguage } from "#web/language/use-language.ts";
import { isWorkKept } from "#web/lib/kept-work.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { useLocation } from "#web/ui/router/router.tsx";
import { loginStateOf } from "./login-state.ts";

/** Why somebody who was logged in is at the log-in again. */
export function SessionEnded() {
  const { t } = useLanguage();
  const { ended } = loginStateOf(useLocation().state);
  if (!ended) return null;
  return (
    <Alert tone="info" title={t("Your session has ended.")}>
      {t("Log in to go on where you were.")}
      {isWorkKept() && ` ${t("What you typed is kept.")}`}
    </Alert>
  );
}
