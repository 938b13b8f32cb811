import { useLanguage } from "#web/language/use-language.ts";
import type { SiteContent } from "#contract/site/sections.ts";
import { Carousel } from "#web/ui/carousel/carousel.tsx";
import styles from "./testimonials.module.css";

/** Testimonials, one at a time. Nothing without any. */
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
