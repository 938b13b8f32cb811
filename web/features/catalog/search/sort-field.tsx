import type { Filters } from "#web/features/catalog/filters.ts";
import { addressOfFilters } from "#web/features/catalog/filters.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { useNavigate } from "#web/ui/router/router.tsx";
import styles from "./search-results.module.css";

/** What the results are sorted by. It is sent with the search's form, without script too. */
export function SortField({ filters }: { filters: Filters }) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const { text, sort } = filters;
  const choices = [
    { value: "" as const, label: t(text ? "Best match" : "Title") },
    { value: "newest" as const, label: t("Newest") },
    ...(text ? [{ value: "title" as const, label: t("Title") }] : []),
    { value: "borrowed" as const, label: t("Most borrowed") },
  ];
  return (
    <SelectField
      name="sort"
      form="search-form"
      label={t("Sort by")}
      className={styles.sort}
      options={choices}
      value={!text && sort === "title" ? "" : sort}
      onChange={({ target }) => {
        const chosen = choices.find(({ value }) => value === target.value)?.value ?? "";
        void navigate(addressOfFilters({ ...filters, sort: chosen, page: 1 }));
      }}
    />
  );
}
