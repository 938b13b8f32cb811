import type { ReactNode } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import { cx } from "#web/ui/cx.ts";
import { Link, useLocation } from "#web/ui/router/router.tsx";
import styles from "./header.module.css";
import { isCurrent, type MenuEntry } from "./menus.ts";

type EntryProps = { entry: MenuEntry; onChoose: () => void; className?: string | undefined; children?: ReactNode };

export function Entry({ entry, onChoose, className, children }: EntryProps) {
  const { pathname } = useLocation();
  const { t } = useLanguage();
  const Icon = entry.icon;
  return (
    <Link
      className={cx(styles.entry, className)}
      to={entry.to}
      aria-current={isCurrent(entry, pathname) ? "page" : undefined}
      onClick={onChoose}
    >
      {Icon && <Icon size={24} aria-hidden="true" />}
      {children ?? <span className={styles.text}>{t(entry.label)}</span>}
    </Link>
  );
}

export function Entries({ of, onChoose }: { of: readonly MenuEntry[]; onChoose: () => void }) {
  return of.map((entry) => (
    <li key={entry.to}>
      <Entry entry={entry} onChoose={onChoose} />
    </li>
  ));
}
