import { createContext, type ReactNode, use } from "react";
import { cx } from "./cx.ts";
import styles from "./layout.module.css";

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

/** Frames a page: document title, heading, and evenly spaced content. */
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

type StackProps = { gap?: "tight" | "normal" | "loose"; className?: string | undefined; children: ReactNode };

export function Stack({ gap = "normal", className, children }: StackProps) {
  return <div className={cx(styles.stack, gap !== "normal" && styles[gap], className)}>{children}</div>;
}

type RowProps = { align?: "center" | "end"; apart?: boolean; className?: string | undefined; children: ReactNode };

/** Lays out a horizontal row that wraps; `apart` pushes its items to both ends. */
export function Row({ align = "center", apart = false, className, children }: RowProps) {
  return (
    <div className={cx(styles.row, align === "end" && styles.end, apart && styles.apart, className)}>{children}</div>
  );
}
