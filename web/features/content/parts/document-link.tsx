import type { SiteContent } from "#contract/site/sections.ts";
import { sizeInWords } from "#web/ui/data/size-in-words.ts";
import styles from "./document-link.module.css";

type DocumentLinkProps = Omit<SiteContent["healthyYouth"]["documents"][number], "about">;

/** A file of the library's own is downloaded, and says what it is; an address elsewhere opens beside this page. */
export function DocumentLink({ title, address, document }: DocumentLinkProps) {
  if (document || address.startsWith("/")) {
    return (
      <a href={document?.documentUrl ?? address} download={document?.fileName ?? true} type="application/pdf">
        {title} <span className={styles.kind}>{document ? `PDF, ${sizeInWords(document.size)}` : "PDF"}</span>
      </a>
    );
  }
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {title}
    </a>
  );
}
