import { messages } from "#contract/wire/specified-messages.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { ErrorState } from "#web/ui/feedback/empty-state.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { Component, type ReactNode } from "react";

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
