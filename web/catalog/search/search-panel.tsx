import { CheckboxField, SelectField, withChosen } from "#web/ui/forms/choice-fields.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { type ChangeEvent, type SubmitEvent, useId, useState } from "react";
import { categoriesQuery, type Filters, gradesQuery, subjectsQuery } from "#web/catalog/catalog-queries.ts";
import { ChevronDown } from "#web/ui/first-icons.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import styles from "./search-panel.module.css";
import { SuggestingField } from "./search-box.tsx";

type SearchPanelProps = {
  filters: Filters;
  onSearch: (filters: Filters) => void;
};

/** Filters the inventory. Choices apply right away, the text on submit. Phones fold the choices to make room. */
export function SearchPanel({ filters, onSearch }: SearchPanelProps) {
  const { t } = useLanguage();
  const [draft, setDraft] = useState(filters);
  const [previous, setPrevious] = useState(filters);
  const { categories, subjects, grades } = useCodeChoices(draft);
  const [open, setOpen] = useState(false);
  const choicesId = useId();
  if (JSON.stringify(previous) !== JSON.stringify(filters)) {
    // the address changed (Back, a link) and overrides the choices here
    setPrevious(filters);
    setDraft(filters);
  }
  const choose = (choice: Partial<Filters>) => {
    const next = { ...draft, ...choice, page: 1 };
    setDraft(next);
    onSearch(next);
  };
  const select = (name: "category" | "subject") => ({
    name,
    width: "full" as const,
    value: draft[name],
    onChange: (event: ChangeEvent<HTMLSelectElement>) => choose({ [name]: Number(event.target.value) }),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSearch({ ...draft, page: 1 });
  };
  return (
    <search aria-label={t("Inventory")}>
      <form id="search-form" className={styles.panel} action="/user/inventories" onSubmit={submit}>
        <div className={styles.line}>
          <SuggestingField
            name="search"
            label={t("Search text")}
            placeholder={t("Title, topic, SKU")}
            className={styles.text}
            value={draft.text}
            onChange={(event) => setDraft({ ...draft, text: event.target.value })}
          />
          <Button type="submit" look="primary">
            {t("Search")}
          </Button>
        </div>
        <Fold open={open} onFold={setOpen} filters={draft} controls={choicesId} />
        <div id={choicesId} className={styles.choices} data-open={open || undefined}>
          <SelectField label={t("Category")} options={categories} {...select("category")} />
          <SelectField label={t("Subject")} options={subjects} {...select("subject")} />
          <SelectField
            name="grade"
            label={t("Grade")}
            width="full"
            options={grades}
            value={draft.grade ?? grades[0]?.value ?? ""}
            onChange={(event) => {
              const grade = Number(event.target.value);
              choose({ grade: grade === grades[0]?.value ? undefined : grade });
            }}
          />
          <CheckboxField
            id="stock"
            name="instock"
            label={t("Only show in stock")}
            className={styles.stock}
            checked={draft.inStockOnly}
            onChange={(event) => choose({ inStockOnly: event.target.checked })}
          />
        </div>
      </form>
    </search>
  );
}

type FoldProps = { open: boolean; onFold: (open: boolean) => void; filters: Filters; controls: string };

function Fold({ open, onFold, filters: { category, subject, grade }, controls }: FoldProps) {
  const { t } = useLanguage();
  const n = [category, subject, grade].filter(Boolean).length;
  return (
    <button
      type="button"
      className={styles.fold}
      aria-expanded={open}
      aria-controls={controls}
      onClick={() => onFold(!open)}
    >
      {n > 0 ? t("Filters ({n})", { n }) : t("Filters")}
      <ChevronDown size={20} />
    </button>
  );
}

/** Returns the choices of the code lists, plus a selected code that is no longer offered. */
export function useCodeChoices({ subject, grade }: Pick<Filters, "subject" | "grade">) {
  const { t, say, called } = useLanguage();
  const all = { value: 0, label: t("All") };
  const categories = useQuery(categoriesQuery).data ?? [];
  const subjects = useQuery(subjectsQuery).data ?? [];
  const grades = useQuery(gradesQuery).data ?? [];
  return {
    categories: [all, ...categories.map((code) => ({ value: code.categoryId, label: say(code.categoryName) }))],
    subjects: [
      all,
      ...withChosen(
        subjects.map((code) => ({ value: code.subjectId, label: called(code.subjectName) })),
        subject,
        t("No longer offered"),
      ),
    ],
    grades: withChosen(
      grades.map((code) => ({ value: code.gradeId, label: called(code.gradeName) })),
      grade,
      t("No longer offered"),
    ),
  };
}
