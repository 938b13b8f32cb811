import { useLanguage } from "#web/language/use-language.ts";
import type { SiteContent } from "#contract/site/sections.ts";
import { Download } from "#web/ui/icons.tsx";
import { DocumentLink } from "./document-link.tsx";
import { Paragraphs } from "./paragraphs.tsx";
import { Carousel } from "#web/ui/carousel/carousel.tsx";
import styles from "./home-parts.module.css";

export function HealthyYouth({ heading, text, documents }: SiteContent["healthyYouth"]) {
  const { t } = useLanguage();
  return (
    <section aria-labelledby="healthy-youth" className={styles.act}>
      <div className={styles.about} lang="en">
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

export function Mission({ mission, steps }: Pick<SiteContent["home"], "mission" | "steps">) {
  const { t } = useLanguage();
  return (
    <section aria-labelledby="mission" className={styles.mission}>
      <h2 id="mission">{t("Our mission")}</h2>
      <div className={styles.statement} lang="en">
        <Paragraphs text={mission} />
      </div>
      {steps.length > 0 && (
        <>
          <h2 id="how">{t("How borrowing works")}</h2>
          <ol lang="en">
            {steps.map(({ text }, at) => (
              <li key={at}>{text}</li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

export function Testimonials({ quotes }: SiteContent["testimonials"]) {
  const { t } = useLanguage();
  if (quotes.length === 0) return null;
  const slides = quotes.map(({ quote, name, role }, key) => ({
    key,
    content: (
      <figure className={styles.testimonial} lang="en">
        <blockquote>{quote}</blockquote>
        <figcaption>
          <span className={styles.name}>{name}</span>
          {role && <span className={styles.role}>{role}</span>}
        </figcaption>
      </figure>
    ),
  }));
  return (
    <div className={styles.frame}>
      <h2>{t("What teachers say")}</h2>
      <Carousel label={t("testimonials")} slides={slides} />
    </div>
  );
}
