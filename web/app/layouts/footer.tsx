import { type ReactNode, useId, useSyncExternalStore } from "react";
import { isAdminPath } from "#web/app/access.ts";
import { ContactLinks, FooterBlocks } from "#web/site/footer-parts.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { storeChoice, storedChoice } from "#web/lib/stored-choice.ts";
import { Monitor, Moon, Sun } from "#web/ui/first-icons.tsx";
import styles from "./footer.module.css";
import schemeSwitchStyles from "./scheme-switch.module.css";
import type { Presentation, SiteContent } from "./site-content.ts";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { Link, useLocation } from "#web/ui/router.tsx";
import { LanguageLink } from "./menus.tsx";

type FooterProps = {
  content: SiteContent;
  presentation: Presentation;
  release?: ReactNode;
};

export function Footer({ content, presentation, release }: FooterProps) {
  const { t } = useLanguage();
  const isAdmin = isAdminPath(useLocation().pathname);
  return (
    <footer className={styles.footer}>
      {presentation === "marketing" && <FooterBlocks {...content} />}
      <div className={styles.bar}>
        <p className={styles.line}>
          <span>{content.copyright}</span>
          {presentation === "inventory" && <ContactLinks contact={content.contact} />}
          {release}
        </p>
        <div className={styles.choices}>
          <Link to="/accessibility" className={styles.language}>
            {t("Accessibility")}
          </Link>
          {isAdmin || <LanguageLink className={styles.language} />}
          <SchemeSwitch />
        </div>
      </div>
    </footer>
  );
}

const choices = [
  { scheme: "system", label: "Auto", Icon: Monitor },
  { scheme: "light", label: "Light", Icon: Sun },
  { scheme: "dark", label: "Dark", Icon: Moon },
] as const;

const onServer = (): Scheme => "system";

export function SchemeSwitch() {
  const current = useSyncExternalStore(onSchemeChange, currentScheme, onServer);
  const { t } = useLanguage();
  const name = useId();
  return (
    <fieldset className={schemeSwitchStyles.switch}>
      <legend>
        <VisuallyHidden>{t("Colors")}</VisuallyHidden>
      </legend>
      {choices.map(({ scheme, label, Icon }) => (
        <label key={scheme} className={schemeSwitchStyles.choice} title={t(label)}>
          <input type="radio" name={name} checked={current === scheme} onChange={() => chooseScheme(scheme)} />
          <Icon size={15} aria-hidden="true" />
          <span className={schemeSwitchStyles.word}>{t(label)}</span>
        </label>
      ))}
    </fieldset>
  );
}

type Scheme = "system" | "light" | "dark";

const key = "scheme";
const listeners = new Set<() => void>();
let fallback: Scheme | undefined;

function currentScheme(): Scheme {
  const choice = fallback ?? storedChoice(key);
  return choice === "light" || choice === "dark" ? choice : "system";
}

/** Applies and stores a scheme. Before the first paint, public/first.js applies the stored one. */
function chooseScheme(scheme: Scheme): void {
  if (!storeChoice(key, scheme === "system" ? undefined : scheme)) fallback = scheme;
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
  const scheme = currentScheme();
  if (scheme === "system") delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = scheme;
  for (const listener of listeners) listener();
}
