import type { SiteContent } from "#contract/site/sections.ts";
import { langOf } from "./paragraphs.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { formatSize } from "#web/ui/data/details.tsx";
import styles from "./resource-list.module.css";

export function ResourceList({ groups, heading: Heading = "h2" }: ResourceListProps) {
  return groups.map((group, at) => (
    <section key={at} className={styles.group}>
      <Heading lang={langOf(group, "heading")}>{group.heading}</Heading>
      <ul className={styles.links}>
        {group.links.map((link, place) => (
          <li key={place}>
            <DocumentLink {...link} />
            {link.about && <p lang={langOf(link, "about")}>{link.about}</p>}
          </li>
        ))}
      </ul>
    </section>
  ));
}

type ResourceListProps = Pick<SiteContent["resources"], "groups"> & { heading?: "h2" | "h3" };

type DocumentLinkProps = SiteContent["healthyYouth"]["documents"][number];

/** Links to a PDF, or to another site in a new tab, with a note for Spanish readers if the target is in English. */
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
