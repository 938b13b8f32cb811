import { useLanguage } from "#web/language/use-language.ts";
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { ScrollMemory } from "#web/app/routing/scroll-memory.tsx";
import { ProgressLine } from "#web/ui/feedback/progress-line.tsx";
import { Said } from "#web/ui/overlay/said.tsx";
import { ToastRegion } from "#web/ui/feedback/toast-region.tsx";
import { LibraryName } from "#web/ui/layout/page.tsx";
import { SkipLink } from "#web/ui/navigation/skip-link.tsx";
import { ConfirmProvider } from "#web/ui/overlay/use-confirm.tsx";
import { Header } from "./header.tsx";
import styles from "./root-layout.module.css";
import type { HeaderSession, Presentation, SiteContent } from "./site-content.ts";
import { LanguageLink } from "./language-link.tsx";
import { isAdminPath } from "#web/app/access.ts";
import { Link, useLocation } from "#web/ui/router/router.tsx";
import { ContactLinks, FooterBlocks } from "#web/features/content/footer-parts.tsx";
import footerStyles from "./footer.module.css";
import { announce, announceIfSilent } from "#web/ui/feedback/announce.ts";
import { focusOn } from "#web/lib/focus-on.ts";
import { decoded } from "#web/ui/router/match-path.ts";
import { Monitor, Moon, Sun } from "#web/ui/first-icons.tsx";
import { storeChoice, storedChoice } from "#web/lib/stored-choice.ts";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import schemeSwitchStyles from "./scheme-switch.module.css";

type RootLayoutProps = {
  content: SiteContent;
  presentation: Presentation;
  session: HeaderSession;
  /** Undefined until loaded. */
  cartCount: number | undefined;
  onLogOut: () => void;
  tools?: ReactNode;
  search?: ReactNode;
  /** What the footer says to staff of the version. */
  release?: ReactNode;
  busy: boolean;
  added?: ReactNode;
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

type FooterProps = {
  content: SiteContent;
  presentation: Presentation;
  release?: ReactNode;
};

/** One line in the inventory presentation, three blocks in the marketing one; both with the color scheme switch. */
export function Footer({ content, presentation, release }: FooterProps) {
  const { t } = useLanguage();
  const isAdmin = isAdminPath(useLocation().pathname);
  return (
    <footer className={footerStyles.footer}>
      {presentation === "marketing" && <FooterBlocks {...content} />}
      <div className={footerStyles.bar}>
        <p className={footerStyles.line}>
          <span>{content.copyright}</span>
          {presentation === "inventory" && (
            <>
              <ContactLinks phones={content.phones} email={content.email} />
              {content.postalAddress && <span lang="en">{content.postalAddress.replaceAll("\n", ", ")}</span>}
            </>
          )}
          {release}
        </p>
        <div className={footerStyles.choices}>
          <Link to="/accessibility" className={footerStyles.language}>
            {t("Accessibility")}
          </Link>
          {isAdmin || <LanguageLink className={footerStyles.language} />}
          <SchemeSwitch />
        </div>
      </div>
    </footer>
  );
}

const patience = 3000;

/**
 * Does what a page load does and a navigation does not: moves the focus to the new page's heading, which is heard then, or to
 * `main`, and says the document's title; scrolls to the anchor even if it appears late.
 */
export function usePageArrival(): void {
  const { pathname, hash } = useLocation();
  const before = useRef(pathname);

  // in the task that shows the page: a screen reader that learns of it later has read on
  useLayoutEffect(() => {
    if (before.current === pathname) return undefined;
    before.current = pathname;
    announce("");
    if (!hash) {
      const heading = document.querySelector("main h1");
      focusOn(heading ?? document.querySelector("main"));
      if (heading) return undefined;
    }
    const frame = requestAnimationFrame(() => announceIfSilent(document.title));
    return () => cancelAnimationFrame(frame);
  }, [pathname, hash]);

  useEffect(() => (hash ? goToAnchor(decoded(hash.slice(1))) : undefined), [pathname, hash]);
}

function goToAnchor(id: string): () => void {
  const go = () => {
    const target = document.getElementById(id);
    target?.scrollIntoView();
    focusOn(target);
    return target !== null;
  };
  if (go()) return () => undefined;
  const observer = new MutationObserver(() => go() && observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => observer.disconnect(), patience);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}

const choices = [
  { scheme: "system", label: "Auto", Icon: Monitor },
  { scheme: "light", label: "Light", Icon: Sun },
  { scheme: "dark", label: "Dark", Icon: Moon },
] as const;

const onServer = (): Scheme => "system";

export function SchemeSwitch() {
  const chosen = useSyncExternalStore(onSchemeChange, chosenScheme, onServer);
  const { t } = useLanguage();
  const name = useId();
  return (
    <fieldset className={schemeSwitchStyles.switch}>
      <legend>
        <VisuallyHidden>{t("Colors")}</VisuallyHidden>
      </legend>
      {choices.map(({ scheme, label, Icon }) => (
        <label key={scheme} className={schemeSwitchStyles.choice}>
          <input type="radio" name={name} checked={chosen === scheme} onChange={() => chooseScheme(scheme)} />
          <Icon size={15} aria-hidden="true" />
          {t(label)}
        </label>
      ))}
    </fieldset>
  );
}

type Scheme = "system" | "light" | "dark";

const key = "scheme";
const listeners = new Set<() => void>();
let unstored: Scheme | undefined;

function chosenScheme(): Scheme {
  const found = unstored ?? storedChoice(key);
  return found === "light" || found === "dark" ? found : "system";
}

/** Applies and stores a scheme. Before the first paint, public/first.js applies the stored one. */
function chooseScheme(scheme: Scheme): void {
  if (!storeChoice(key, scheme === "system" ? undefined : scheme)) unstored = scheme;
  follow();
}

function onSchemeChange(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) addEventListener("storage", follow);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", follow);
  };
}

function follow(): void {
  const scheme = chosenScheme();
  if (scheme === "system") delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = scheme;
  for (const listener of listeners) listener();
}
