import { createContext, type ReactNode, use } from "react";
import { cx } from "#web/ui/cx.ts";
import styles from "./page.module.css";

/** The library's name, which ends every document title. */
export const LibraryName = createContext("");

type PageProps = {
  heading: string;
  /** The heading's language, if it is not the page's. */
  headingLang?: string | undefined;
  /** For the tab and the history; default the heading. */
  documentTitle?: string;
  lead?: ReactNode;
  back?: ReactNode;
  actions?: ReactNode;
  width?: "narrow" | undefined;
  children?: ReactNode;
};

/** The frame of a page: document title, heading, and evenly spaced content. */
export function Page(props: PageProps) {
  const { heading, headingLang, documentTitle = heading, lead, back, actions, width, children } = props;
  const library = use(LibraryName);
  return (
    <div className={cx(styles.page, width === "narrow" && styles.narrow)}>
      <title>{library ? `${documentTitle} - ${library}` : documentTitle}</title>
      <div className={styles.head}>
        <div className={styles.words}>
          {back}
          <h1 tabIndex={-1} lang={headingLang}>
            <span>{heading}</span>
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
