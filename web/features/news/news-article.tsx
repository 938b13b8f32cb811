import type { NewsItem } from "#contract/news.ts";
import { ExternalLink } from "#web/ui/base/icons.tsx";
import { buttonClass } from "#web/ui/actions/button-look.ts";
import { DateText } from "#web/ui/data/date-text.tsx";
import styles from "./news.module.css";

/** A news item below its heading: the picture as background, day, text, and a link button when there is one. */
export function NewsArticle({ item }: { item: NewsItem }) {
  const picture = item.attachment?.attachmentUrl;
  return (
    <article className={styles.article}>
      {picture && <div className={styles.picture} style={{ backgroundImage: `url("${encodeURI(picture)}")` }} />}
      <p className={styles.day}>
        <DateText value={item.publishedAt} />
      </p>
      <p className={styles.content}>{item.content}</p>
      {/^https?:\/\//i.test(item.link) && (
        <p>
          <a href={item.link} rel="noopener" className={buttonClass({ look: "primary" })}>
            Learn more
            <ExternalLink size={18} aria-hidden="true" />
          </a>
        </p>
      )}
    </article>
  );
}
