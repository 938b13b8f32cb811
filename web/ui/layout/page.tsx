import type { ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";
import styles from "./page.module.css";

type PageProps = {
  heading: string;
  /** The heading's language, if it is not the page's. */
  headingLang?: string | undefined;
  /** For the tab and history; the heading by default. */
  documentTitle?: string;
  /** One or two sentences below the heading. */
  lead?: ReactNode;
  /** Above the heading: a BackLink. */
  back?: ReactNode;
  /** Next to the heading: buttons. */
  actions?: ReactNode;
  width?: "content" | "narrow";
  children?: ReactNode;
};

/** A screen's frame: document title, heading, and evenly spaced content. */
export function Page(props: PageProps) {
  const { heading, headingLang, documentTitle, lead, back, actions, width = "content", children } = props;
  return (
    <div className={cx(styles.page, width === "narrow" && styles.narrow)}>
      <title>{documentTitle ?? heading}</title>
      <div className={styles.head}>
        <div className={styles.words}>
          {back}
          <h1 tabIndex={-1} lang={headingLang}>
            {heading}
          </h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions && (
          <div className={styles.actions} data-screen-only>
            {actions}
          </div>
        )}
      </div>
      {children}
    </div>
  );
}
