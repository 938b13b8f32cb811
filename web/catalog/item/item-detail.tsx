import { useLanguage } from "#web/language/use-language.ts";
import type { ItemWithCopies } from "#contract/catalog/catalog.ts";
import { shownParts } from "#contract/catalog/shown-parts.ts";
import type { TitleField } from "#contract/catalog/title-fields.ts";
import type { ReactNode } from "react";
import { CategoryBadge } from "#web/catalog/category-look.tsx";
import { gradesInLine } from "#web/catalog/grades-in-line.ts";
import { ItemCover } from "#web/catalog/item-cover.tsx";
import { Skeleton, SkeletonCover, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { DescriptionList } from "#web/ui/data/details.tsx";
import { Link } from "#web/ui/router.tsx";
import styles from "./item-detail.module.css";
import { addressOfFilters, type Filters } from "#web/catalog/catalog-queries.ts";

type ItemDetailProps = {
  item: ItemWithCopies;
  actions?: ReactNode;
  /** Whether the cover says it's out of stock; by default, as of today. */
  outOfStock?: boolean;
  /** The copies, at full width below. */
  children?: ReactNode;
  /** Whether subject and tags link to a search; not on the admin side. */
  linked?: boolean;
};

export function ItemDetail({ item, actions, outOfStock, children, linked = true }: ItemDetailProps) {
  const language = useLanguage();
  const { t, say, called } = language;
  const tags = item.tags
    .split(",")
    .map((tag) => tag.trim())
    .filter(Boolean);
  const searchable = (search: Partial<Filters>, words: string) =>
    linked ? <Link to={addressOfFilters(search)}>{words}</Link> : words;
  const grades = item.grades.map(({ gradeName }) => called(gradeName)).join(", ");
  // every field, so that none is missing; null if the page shows it elsewhere
  const facts: Record<TitleField, { term: string; value: ReactNode } | null> = {
    title: null,
    referenceNumber: { term: t("SKU"), value: `#${item.referenceNumber}` },
    description: null,
    categoryId: null,
    subjectId: { term: t("Subject"), value: searchable({ subject: item.subjectId }, called(item.subjectName)) },
    gradeId: { term: t("Grades"), value: grades },
    isbn: { term: t("ISBN"), value: item.isbn },
    author: { term: t("Author"), value: item.author },
    publisher: { term: t("Publisher"), value: item.publisher },
    publishedYear: { term: t("Year"), value: item.publishedYear },
    extent: { term: t("Length"), value: say(item.extent) },
    language: { term: t("Language"), value: say(item.languageName) },
    tags: {
      term: t("Tags"),
      value: tags.length > 0 && (
        <ul className={styles.tags}>
          {tags.map((tag) => (
            <li key={tag}>{searchable({ text: tag }, tag)}</li>
          ))}
        </ul>
      ),
    },
    replacementCost: null,
    parts: { term: t("Parts"), value: item.parts && <Parts parts={item.parts} /> },
    weight: linked ? null : { term: t("Weight"), value: item.weight && `${item.weight} lb` },
    shelfLocation: linked ? null : { term: t("Shelf location"), value: item.shelfLocation },
    attachmentId: null,
    attachmentAlt: null,
  };
  return (
    <div className={styles.detail}>
      <div className={styles.cover}>
        <ItemCover
          item={item}
          outOfStock={outOfStock ?? item.inStock === 0}
          sizes="(min-width: 44rem) 19rem, 8rem"
          eager
        />
      </div>
      <ul className={styles.kind}>
        <li>
          <CategoryBadge of={item} isFormal={!linked} />
        </li>
        {[say(item.extent), ...gradesInLine(item.grades, language)].filter(Boolean).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <div className={styles.words}>
        {actions}
        <section aria-labelledby="description" className={styles.about}>
          <h2 id="description">{t("Description")}</h2>
          <p className={styles.description} lang={languageOfProse(item.description)}>
            {item.description}
          </p>
        </section>
        <DescriptionList items={Object.values(facts).flatMap((fact) => (fact?.value ? fact : []))} />
      </div>
      {children && <div className={styles.below}>{children}</div>}
    </div>
  );
}

function Parts({ parts }: Pick<ItemWithCopies, "parts">) {
  return (
    <ul>
      {shownParts(parts).map((part) => (
        <li key={part}>{part}</li>
      ))}
    </ul>
  );
}

export function ItemDetailSkeleton() {
  return (
    <div className={styles.detail}>
      <div className={styles.cover}>
        <SkeletonCover />
      </div>
      <div className={styles.kind}>
        <Skeleton width="8rem" />
      </div>
      <div className={styles.words}>
        <Skeleton width="16rem" height="5rem" />
        <SkeletonLines lines={8} />
      </div>
    </div>
  );
}

const common = {
  en: new Set("the of and to in for is with on that by from this are how your about".split(" ")),
  es: new Set("el la de los las y en para que del con por una un su es como sobre al se".split(" ")),
};

/** Guesses a description's language for screen readers: no field has it, and it may differ from the title's. */
export function languageOfProse(text: string): "en" | "es" {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const [english, spanish] = [common.en, common.es].map((set) => words.filter((word) => set.has(word)).length);
  return (spanish ?? 0) > 1 && (spanish ?? 0) > 2 * (english ?? 0) ? "es" : "en";
}
