import type { NewsItem } from "#contract/site/news.ts";
import { excerptOf } from "./excerpt.ts";
import styles from "./news-list.module.css";
import { NoSpanish } from "#web/site/parts/paragraphs.tsx";
import { Link } from "#web/ui/router.tsx";
import { DateText } from "#web/lib/formats.tsx";

export function NewsList({ items, heading: Heading = "h2" }: { items: readonly NewsItem[]; heading?: "h2" | "h3" }) {
  return (
    <ul className={styles.list}>
      {items.map(({ id, title, contentHtml, publishedDay, language }) => (
        <li key={id} className={styles.entry}>
          <p className={styles.day}>
            <DateText value={publishedDay} />
          </p>
          <Heading className={styles.title} lang={language}>
            <Link to={`/news/${id}`}>{title}</Link>
          </Heading>
          <p className={styles.beginning} lang={language}>
            {excerptOf(contentHtml)}
          </p>
          {language === "en" && <NoSpanish />}
        </li>
      ))}
    </ul>
  );
}
