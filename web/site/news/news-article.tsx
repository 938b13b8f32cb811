import { useLanguage } from "#web/language/use-language.ts";
import type { NewsItem } from "#contract/site/news.ts";
import { useState } from "react";
import { ExternalLink } from "#web/ui/icons.tsx";
import { cx } from "#web/ui/cx.ts";
import styles from "./news-article.module.css";
import { NoSpanish } from "#web/site/parts/paragraphs.tsx";
import { buttonClass } from "#web/ui/actions/button.tsx";
import { DateText } from "#web/lib/formats.tsx";

export type NewsText = Pick<
  NewsItem,
  "contentHtml" | "link" | "language" | "publishedDay" | "attachment" | "attachmentAlt"
>;

/** Renders a news item below its heading, with its picture as the background. */
export function NewsArticle({ item }: { item: NewsText }) {
  const { attachment, attachmentAlt, contentHtml, language, link, publishedDay } = item;
  const { t } = useLanguage();
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const picture = attachment && attachment.attachmentUrl !== brokenUrl ? attachment : null;
  return (
    <div className={styles.frame}>
      <article className={cx(styles.article, picture && styles.pictured)}>
        {picture && (
          <img
            className={styles.background}
            src={picture.attachmentUrl}
            srcSet={picture.attachmentSrcset}
            sizes="(max-width: 72rem) 100vw, 70rem"
            alt={attachmentAlt}
            lang={language}
            onError={() => setBrokenUrl(picture.attachmentUrl)}
          />
        )}
        <div className={styles.words}>
          <p className={styles.day}>
            <DateText value={publishedDay} />
          </p>
          {language === "en" && <NoSpanish />}
          {/* the server has sanitized it */}
          <div className={styles.prose} lang={language} dangerouslySetInnerHTML={{ __html: contentHtml }} />
          {/^https?:\/\//i.test(link) && (
            <p>
              <a href={link} rel="noopener" className={buttonClass({ look: "primary" })}>
                {t("Learn more")}
                <ExternalLink size={18} />
              </a>
            </p>
          )}
        </div>
      </article>
    </div>
  );
}
