import type { SiteContent } from "#contract/site/sections.ts";
import { sizeInWords } from "#web/ui/data/size-in-words.ts";
import styles from "./document-link.module.css";

type DocumentLinkProps = Omit<SiteContent["healthyYouth"]["documents"][number], "about">;

/** Downloads a file of the library and names its type; opens an external address in a new tab. */
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
