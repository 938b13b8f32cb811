import { messages } from "#contract/sentences/specified.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { ErrorState } from "#web/ui/feedback/empty-state.tsx";
import { Page } from "#web/ui/layout/page.tsx";

/** Instead of a page that could not be drawn or whose code could not be fetched. */
export function FailedPage({ onRetry = () => location.reload() }: { onRetry?: () => void }) {
  const { t } = useLanguage();
  return (
    <Page heading={t(messages.trouble.somethingWrong)}>
      <ErrorState title={t("This page could not be shown.")} onRetry={onRetry}>
        {t("It may be the connection, or the library was just updated. Please try again.")}
      </ErrorState>
    </Page>
  );
}
