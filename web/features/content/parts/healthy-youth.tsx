import { useLanguage } from "#web/language/use-language.ts";
import type { SiteContent } from "#contract/site/sections.ts";
import { Download } from "#web/ui/icons.tsx";
import styles from "./healthy-youth.module.css";
import { DocumentLink } from "./document-link.tsx";
import { Paragraphs } from "./paragraphs.tsx";

/** The California Healthy Youth Act and its assessment documents. */
export function HealthyYouth({ heading, text, documents }: SiteContent["healthyYouth"]) {
  const { t } = useLanguage();
  return (
    <section aria-labelledby="healthy-youth" className={styles.act}>
      <div className={styles.words} lang="en">
        <h2 id="healthy-youth">{heading}</h2>
        <Paragraphs text={text} />
      </div>
      {documents.length > 0 && (
        <ul className={styles.documents} aria-label={t("Documents to download")}>
          {documents.map(({ about, ...link }, at) => (
            <li key={at} className={styles.document} lang="en">
              <Download size={22} />
              <div>
                <DocumentLink {...link} />
                {about && <p>{about}</p>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
