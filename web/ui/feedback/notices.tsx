import { CircleAlert, CircleCheck, Inbox, Info, RotateCcw, TriangleAlert, Unplug } from "#web/ui/first-icons.tsx";
import type { ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";
import styles from "./notices.module.css";
import { useLanguage } from "#web/language/use-language.ts";
import { Button } from "#web/ui/actions/button.tsx";

const icons = { info: Info, error: CircleAlert, success: CircleCheck, warning: TriangleAlert };

type AlertProps = { tone?: keyof typeof icons; title?: string; children: ReactNode };

/** Shows a message in the page; errors are announced immediately, others politely. */
export function Alert({ tone = "info", title, children }: AlertProps) {
  const Icon = icons[tone];
  return (
    <div
      className={cx(styles.alert, styles[tone])}
      {...(tone === "error" ? { role: "alert" } : { "aria-live": "polite" })}
    >
      <Icon size={20} aria-hidden="true" />
      <div className={styles.words}>
        {title && <p className={styles.title}>{title}</p>}
        <div>{children}</div>
      </div>
    </div>
  );
}

type EmptyStateProps = {
  /** The empty list's sentence; the specification fixes some. */
  title: string;
  icon?: ReactNode;
  children?: ReactNode;
  /** The next step, as a ButtonLink. */
  actions?: ReactNode;
};

export function EmptyState({ title, icon = <Inbox size={28} />, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <p className={styles.stateTitle}>{title}</p>
      {children && <div className={styles.stateWords}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

type ErrorStateProps = {
  title?: string;
  children?: ReactNode;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  actions?: ReactNode;
};

export function ErrorState({ title, children, onRetry, retrying = false, actions }: ErrorStateProps) {
  const { t } = useLanguage();
  return (
    <div className={cx(styles.state, styles.failed)} role="alert">
      <span className={styles.icon} aria-hidden="true">
        <Unplug size={28} />
      </span>
      <p className={styles.stateTitle}>{title ?? t("This couldn’t load.")}</p>
      <div className={styles.stateWords}>{children || t("Check your connection and try again.")}</div>
      <div className={styles.actions}>
        {onRetry && (
          <Button busy={retrying} icon={<RotateCcw size={18} />} onClick={onRetry}>
            {t("Try again")}
          </Button>
        )}
        {actions}
      </div>
    </div>
  );
}
