import { useLanguage } from "#web/language/use-language.ts";
import { isWorkKept } from "#web/lib/kept-work.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { useLocation } from "#web/ui/router/router.tsx";
import { loginStateOf } from "./login-state.ts";

export function WhyLogIn() {
  const { t } = useLanguage();
  const { ended, isNew } = loginStateOf(useLocation().state);
  if (isNew)
    return (
      <Alert tone="success" title={t("Your account is ready.")}>
        {t("Log in to go on.")}
      </Alert>
    );
  if (!ended) return null;
  return (
    <Alert tone="info" title={t("Your session has ended.")}>
      {t("Log in to go on where you were.")}
      {isWorkKept() && ` ${t("What you typed is kept.")}`}
    </Alert>
  );
}
