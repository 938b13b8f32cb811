import { useLanguage } from "#web/language/use-language.ts";
import { categories } from "#contract/catalog/codes.ts";
import { cx } from "#web/ui/cx.ts";
import { categoryLook } from "#web/catalog/category-look.tsx";
import { Link } from "#web/ui/router.tsx";
import styles from "./browse-blocks.module.css";
import { addressOfFilters } from "#web/catalog/catalog-queries.ts";

const blocks = [
  { category: categories.book, name: "Books", words: "Curricula, lesson plans, and reference works" },
  { category: categories.video, name: "Videos", words: "Films and series for the classroom" },
  { category: categories.audio, name: "Audios", words: "Recordings to listen to together" },
] as const;

export function BrowseBlocks() {
  const { t } = useLanguage();
  return (
    <section aria-label={t("Browse by type")}>
      <ul className={styles.blocks}>
        {blocks.map(({ category, name, words }) => {
          const { tone, icon: Icon } = categoryLook({ categoryId: category });
          return (
            <li key={category}>
              <Link to={addressOfFilters({ category })} className={cx(styles.block, styles[tone])}>
                <Icon size={36} strokeWidth={1.5} />
                <span className={styles.name}>{t(name)}</span>
                <span className={styles.words}>{t(words)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
