import { useLanguage } from "#web/language/use-language.ts";
import type { ReactNode } from "react";
import { ScrollMemory } from "#web/app/routing/scroll-memory.tsx";
import { ProgressLine } from "#web/ui/feedback/progress-line.tsx";
import { Said } from "#web/ui/overlay/said.tsx";
import { ToastRegion } from "#web/ui/feedback/toast-region.tsx";
import { LibraryName } from "#web/ui/layout/page.tsx";
import { SkipLink } from "#web/ui/navigation/skip-link.tsx";
import { ConfirmProvider } from "#web/ui/overlay/use-confirm.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import styles from "./root-layout.module.css";
import type { HeaderSession, Presentation, SiteContent } from "./site-content.ts";
import { usePageArrival } from "./use-page-arrival.ts";

type RootLayoutProps = {
  content: SiteContent;
  presentation: Presentation;
  session: HeaderSession;
  /** Undefined until loaded. */
  cartCount: number | undefined;
  onLogOut: () => void;
  /** What staff scan and find with, in the header. */
  tools?: ReactNode;
  /** A box to search with, in the header. */
  search?: ReactNode;
  /** What the footer says to staff of the version. */
  release?: ReactNode;
  busy: boolean;
  /** A popup that reports an action. */
  added?: ReactNode;
  /** What the session says of itself. */
  notice?: ReactNode;
  /** Must be stable between renders. */
  onAddedClear: () => void;
  children: ReactNode;
};

/** Header, page, footer, and everything pages share: skip link, progress, toasts, dialogs, scroll, and focus. */
export function RootLayout(props: RootLayoutProps) {
  const { content, presentation, session, cartCount, onLogOut, tools, busy, added, notice, onAddedClear, children } =
    props;
  const { search, release } = props;
  const { t } = useLanguage();
  usePageArrival();
  return (
    <LibraryName value={content.name}>
      <ConfirmProvider>
        <SkipLink target="main">{t("Skip to main content")}</SkipLink>
        <ProgressLine busy={busy} />
        <div className={styles.frame}>
          <Header
            {...{ content, presentation, session, cartCount, onLogOut, tools, search }}
            onStir={added ? onAddedClear : undefined}
          />
          <main id="main" tabIndex={-1} className={styles.main}>
            {children}
          </main>
          <Footer {...{ content, presentation, release }} />
        </div>
        {/* there before the popup, so that it is announced, as a whole */}
        <div aria-live="polite" aria-atomic="true">
          {added}
          <div aria-live="polite">{notice}</div>
        </div>
        <ToastRegion />
        <Said />
        <ScrollMemory />
      </ConfirmProvider>
    </LibraryName>
  );
}
