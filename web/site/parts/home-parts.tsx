import { Carousel } from "#web/ui/carousel.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import type { SiteContent } from "#contract/site/sections.ts";
import { Download } from "#web/ui/first-icons.tsx";
import { langOf, NoSpanishYet, Paragraphs } from "./paragraphs.tsx";
import styles from "./home-parts.module.css";
import { useState } from "react";
import { DocumentLink } from "./resource-list.tsx";

export function HealthyYouth(act: SiteContent["healthyYouth"]) {
  const { t } = useLanguage();
  const { heading, text, documents } = act;
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="healthy-youth" className={styles.act} data-open={isOpen || undefined}>
      <div className={styles.about}>
        <h2 id="healthy-youth" lang={langOf(act, "heading")}>
          {heading}
        </h2>
        <NoSpanishYet of={act} />
        <div className={styles.text}>
          <Paragraphs text={text} lang={langOf(act, "text")} />
        </div>
        <button type="button" className={styles.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? "Read less" : "Read more")}
        </button>
      </div>
      {documents.length > 0 && (
        <ul className={styles.documents} aria-label={t("Documents to download")}>
          {documents.map((link, at) => (
            <li key={at} className={styles.document}>
              <Download size={22} />
              <div>
                <DocumentLink {...link} />
                {link.about && <p lang={langOf(link, "about")}>{link.about}</p>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function Mission({ home }: Pick<SiteContent, "home">) {
  const { t } = useLanguage();
  const { mission, steps } = home;
  return (
    <section aria-labelledby="mission" className={styles.mission}>
      <h2 id="mission">{t("Our mission")}</h2>
      <NoSpanishYet of={home} />
      <div className={styles.statement}>
        <Paragraphs text={mission} lang={langOf(home, "mission")} />
      </div>
      {steps.length > 0 && (
        <>
          <h2 id="how">{t("How borrowing works")}</h2>
          <ol>
            {steps.map((step, at) => (
              <li key={at} lang={langOf(step, "text")}>
                {step.text}
              </li>
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
  const slides = quotes.map((testimonial, key) => ({
    key,
    content: (
      <figure className={styles.testimonial}>
        <blockquote lang={langOf(testimonial, "quote")}>{testimonial.quote}</blockquote>
        <figcaption>
          <span className={styles.name} lang={langOf(testimonial, "name")}>
            {testimonial.name}
          </span>
          {testimonial.role && (
            <span className={styles.role} lang={langOf(testimonial, "role")}>
              {testimonial.role}
            </span>
          )}
        </figcaption>
        <NoSpanishYet of={testimonial} />
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
