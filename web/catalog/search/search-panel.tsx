import { CheckboxField, SelectField, withChosen } from "#web/ui/forms/choice-fields.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { type ChangeEvent, useState } from "react";
import { categoriesQuery, type Filters, gradesQuery, subjectsQuery } from "#web/catalog/catalog-queries.ts";
import styles from "./search-panel.module.css";
import { type SearchDraft, searchFormId } from "./search-box.tsx";

export function useSearchDraft(filters: Filters, onSearch: (filters: Filters) => void): SearchDraft {
  const [draft, setDraft] = useState(filters);
  const [previous, setPrevious] = useState(filters);
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
  return { draft, choose, setText: (text) => setDraft({ ...draft, text }) };
}

/** The lists belong to the search form, so that they work without JavaScript. */
export function FilterLists({ draft, choose }: SearchDraft) {
  const { t } = useLanguage();
  const { categories, subjects, grades } = useCodeChoices(draft);
  const select = (name: "category" | "subject") => ({
    name,
    form: searchFormId,
    width: "full" as const,
    value: draft[name],
    onChange: (event: ChangeEvent<HTMLSelectElement>) => choose({ [name]: Number(event.target.value) }),
  });
  return (
    <div className={styles.choices}>
      <SelectField label={t("Category")} options={categories} {...select("category")} />
      <SelectField label={t("Subject")} options={subjects} {...select("subject")} />
      <SelectField
        name="grade"
        form={searchFormId}
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
        name="instock"
        form={searchFormId}
        label={t("Only show in stock")}
        checked={draft.inStockOnly}
        onChange={(event) => choose({ inStockOnly: event.target.checked })}
      />
    </div>
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
