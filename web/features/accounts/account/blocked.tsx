import { useLanguage } from "#web/language/use-language.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";

/** Tells borrowers why they cannot order, in the words of staff, and what they still can. */
export function Blocked({ because }: { because: string }) {
  const { t } = useLanguage();
  return (
    <Alert tone="warning" title={t("You can’t place orders right now")}>
      <p>{because}</p>
      <p>{t("You can still see what you have and send it back. Please write to us if you have a question.")}</p>
    </Alert>
  );
}
