import { useLanguage } from "#web/language/use-language.ts";
import { type ComponentProps, type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "#web/ui/actions/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { useNavigate } from "#web/ui/router.tsx";
import { SearchField } from "#web/ui/forms/field.tsx";
import styles from "./search-box.module.css";
import { addressOfFilters, type Filters } from "#web/catalog/catalog-queries.ts";

/** A search being edited. Its choices apply right away; its text applies on submit or with the next choice. */
export type SearchDraft = {
  draft: Filters;
  setText: (text: string) => void;
  choose: (choice: Partial<Filters>) => void;
};

/** The search page's form, which its lists belong to. */
export const searchFormId = "search-form";

type SearchBoxProps = { inHeader?: boolean; search?: SearchDraft };

/** Opens the inventory search, or changes a search. Its label is hidden under a heading that says the same. */
export function SearchBox({ inHeader = false, search }: SearchBoxProps) {
  const navigate = useNavigate();
  const { t } = useLanguage();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (search) return search.choose({});
    const text = new FormData(event.currentTarget).get("search");
    void navigate(addressOfFilters({ text: typeof text === "string" ? text : "" }));
  };
  return (
    // works without JavaScript, too
    <search>
      <form
        id={search && searchFormId}
        className={cx(styles.box, inHeader && styles.inHeader, search && styles.inPage)}
        action="/user/inventories"
        onSubmit={submit}
      >
        {!search && <input type="hidden" name="instock" value="yes" />}
        <SuggestingField
          name="search"
          label={t(search ? "Search text" : "Search the inventory")}
          labelHidden={inHeader || search !== undefined}
          placeholder={t("Title, topic, SKU")}
          className={styles.field}
          value={search?.draft.text}
          onChange={search && (({ target }) => search.setText(target.value))}
        />
        <Button type="submit" look={inHeader ? "secondary" : "primary"}>
          {t("Search")}
        </Button>
      </form>
    </search>
  );
}

const loadList = () => import("./suggestion-list.tsx");
type Part = Awaited<ReturnType<typeof loadList>> & { field: HTMLInputElement; before: string };

/** Searches the inventory, and loads its suggestions on first focus. */
export function SuggestingField({ className, ...props }: ComponentProps<typeof SearchField>) {
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(""); // the initial or last searched text, which needs no suggestions
  const [part, setPart] = useState<Part>();
  const prepare = (field: EventTarget | null, initialText?: string) => {
    if (part || !(field instanceof HTMLInputElement)) return;
    before.current = initialText ?? field.value;
    // if it fails to load, the box still searches
    loadList().then(
      (list) => setPart({ ...list, field, before: before.current }),
      () => undefined,
    );
  };
  useEffect(() => {
    const field = document.activeElement;
    if (!(field instanceof HTMLInputElement) || !box.current?.contains(field)) return;
    prepare(field, field.defaultValue); // someone typed before the script loaded
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, for a field that already has the focus
  }, []);
  return (
    <div ref={box} className={cx(styles.suggesting, className)} onFocus={({ target }) => prepare(target)}>
      <SearchField
        {...props}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- SearchField renders an input
        role="combobox"
        aria-controls={listId}
        aria-autocomplete="list"
        aria-expanded={false}
        aria-keyshortcuts="/"
        data-finds="titles"
        onKeyDown={({ key, currentTarget }) => {
          if (key === "Enter") before.current = currentTarget.value;
        }}
      />
      {part && <part.SuggestionList id={listId} field={part.field} before={part.before} />}
    </div>
  );
}
