import styles from "./prose.module.css";

/** Inserts HTML. Pass only the contract's `…Html` fields, which the server has sanitized. */
export function Prose({ html, lang }: { html: string; lang?: string | undefined }) {
  return <div className={styles.prose} lang={lang} dangerouslySetInnerHTML={{ __html: html }} />;
}
