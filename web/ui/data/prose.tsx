import styles from "./prose.module.css";

/**
 * A text of paragraphs, headings, lists and links, as HTML that the server has sanitised.
 *
 * The one place of the browser where HTML is not written by us: only fields that the contract names `…Html` may come
 * here, for the server lets nothing that runs into them, and the page's content policy would not run it either.
 */
export function Prose({ html, lang }: { html: string; lang?: string }) {
  return <div className={styles.prose} lang={lang} dangerouslySetInnerHTML={{ __html: html }} />;
}
