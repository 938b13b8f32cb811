import styles from "./prose.module.css";

/**
 * Rich text as HTML that the server has sanitized.
 *
 * The only place where the browser inserts HTML: only the contract's `…Html` fields may come here, which the server
 * sanitizes and the content policy keeps from running scripts.
 */
export function Prose({ html, lang }: { html: string; lang?: string | undefined }) {
  return <div className={styles.prose} lang={lang} dangerouslySetInnerHTML={{ __html: html }} />;
}
