import type { StaffNewsItem } from "#contract/news.ts";
import type { Resolver, UseFormReturn } from "react-hook-form";
import { useEffect, useRef } from "react";
import { useForm } from "react-hook-form";
import type { NewsBase, NewsFormValues } from "./news-form-values.ts";
import { changedFields, fieldOf, newsProblems, valuesOf } from "./news-form-values.ts";

/** The form of a news item, in the library's hands. */
export type NewsFormHandle = UseFormReturn<NewsFormValues>;

/** `returned` is what was typed before the session ended. Judges by the contract's own rules; a field is told off once it has been left. */
export function useNewsForm(
  item: StaffNewsItem | undefined,
  returned: { base: NewsBase; values: NewsFormValues } | undefined,
): NewsFormHandle {
  const form = useForm<NewsFormValues>({
    defaultValues: returned?.base.values ?? valuesOf(item),
    resolver,
    mode: "onTouched",
    shouldFocusError: false,
  });
  const first = useRef({ form, returned });
  useEffect(() => {
    if (first.current.returned)
      fillIn(first.current.form, first.current.returned.base.values, first.current.returned.values);
  }, []);
  return form;
}

/** Makes `stored` what the form stands on, and shows `typed` in it; what differs counts as unsaved. */
export function fillIn(form: NewsFormHandle, stored: NewsFormValues, typed: NewsFormValues): void {
  form.reset(stored);
  for (const field of changedFields(stored, typed)) {
    form.setValue(field, typed[field], { shouldDirty: true, shouldValidate: true });
  }
}

const resolver: Resolver<NewsFormValues> = (values) => {
  const problems = newsProblems(values).flatMap(({ field, message }) => {
    const name = fieldOf(field);
    return name ? [[name, { type: "rule", message }] as const] : [];
  });
  return problems.length === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(problems) };
};
