import { useLanguage } from "#web/language/use-language.ts";
import type { SiteContent } from "#contract/site/sections.ts";
import styles from "./document-link.module.css";
import { langOf } from "./paragraphs.tsx";
import { formatSize } from "#web/ui/data/values.tsx";

type DocumentLinkProps = SiteContent["healthyYouth"]["documents"][number];

/** Links to a PDF for download, or to another site in a new tab. Notes for Spanish readers when the target is in English. */
export function DocumentLink(link: DocumentLinkProps) {
  const { t } = useLanguage();
  const { title, address, document } = link;
  const isInEnglish = langOf(link, "address") === "en";
  const hrefLang = isInEnglish ? "en" : undefined;
  const notes = isInEnglish ? [t("in English")] : [];
  if (document || address.startsWith("/")) {
    const kind = document ? `PDF, ${formatSize(document.size)}` : "PDF";
    return (
      <a
        href={document?.documentUrl ?? address}
        hrefLang={hrefLang}
        download={document?.fileName ?? true}
        type="application/pdf"
      >
        <span lang={langOf(link, "title")}>{title}</span>{" "}
        <span className={styles.kind}>{[kind, ...notes].join(", ")}</span>
      </a>
    );
  }
  return (
    <a href={address} hrefLang={hrefLang} target="_blank" rel="noreferrer">
      <span lang={langOf(link, "title")}>{title}</span>
      {isInEnglish && (
        <>
          {" "}
          <span className={styles.kind}>{notes}</span>
        </>
      )}
    </a>
  );
}
