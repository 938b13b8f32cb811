import { CheckboxField, SelectField, withChosen } from "#web/ui/forms/choice-fields.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { type ChangeEvent, type SubmitEvent, useState } from "react";
import { categoriesQuery, type Filters, gradesQuery, subjectsQuery } from "#web/catalog/catalog-queries.ts";
import { Button } from "#web/ui/actions/button.tsx";
import styles from "./search-panel.module.css";
import { SuggestingField } from "./search-box.tsx";

/** The search on its way: its text counts on submit, or with the next choice, which applies right away. */
export type SearchDraft = {
  draft: Filters;
  setText: (text: string) => void;
  choose: (choice: Partial<Filters>) => void;
};

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

const formId = "search-form";

export function InventorySearch({ draft, setText, choose }: SearchDraft) {
  const { t } = useLanguage();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    choose({});
  };
  return (
    <search aria-label={t("Inventory")} className={styles.search}>
      <form id={formId} className={styles.line} action="/user/inventories" onSubmit={submit}>
        <SuggestingField
          name="search"
          label={t("Search text")}
          labelHidden
          placeholder={t("Title, topic, SKU")}
          className={styles.text}
          value={draft.text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" look="primary">
          {t("Search")}
        </Button>
      </form>
    </search>
  );
}

/** The lists belong to the search form, so that they work without JavaScript. */
export function FilterLists({ draft, choose }: SearchDraft) {
  const { t } = useLanguage();
  const { categories, subjects, grades } = useCodeChoices(draft);
  const select = (name: "category" | "subject") => ({
    name,
    form: formId,
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
        form={formId}
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
        form={formId}
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
