import type { NewsItem } from "#contract/site/news.ts";
import { NoSpanish } from "#web/site/parts/paragraphs.tsx";
import { excerptOf } from "#web/site/site-queries.ts";
import { Pencil, Plus } from "#web/ui/icons.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { Link } from "#web/ui/router.tsx";
import { DateText } from "#web/lib/formats.tsx";
import styles from "./news-list.module.css";

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

export function AddNewsLink() {
  return (
    <ButtonLink to="/admin/editnews/0" look="primary" icon={<Plus size={18} />}>
      Add New
    </ButtonLink>
  );
}

export function EditNewsLink({ id }: { id: number }) {
  return (
    <ButtonLink to={`/admin/editnews/${id}`} icon={<Pencil size={18} />}>
      Edit
    </ButtonLink>
  );
}
