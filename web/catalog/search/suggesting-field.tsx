import { type ComponentProps, useEffect, useId, useRef, useState } from "react";
import { cx } from "#web/ui/cx.ts";
import styles from "./suggesting-field.module.css";
import { SearchField } from "#web/ui/forms/field.tsx";

const loadList = () => import("./suggestion-list.tsx");
type Loaded = Awaited<ReturnType<typeof loadList>> & { field: HTMLInputElement; before: string };

/** A search box of the inventory, which loads its suggestions the first time it gets the focus. */
export function SuggestingField({ className, ...props }: ComponentProps<typeof SearchField>) {
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(""); // the initial or last searched text, which needs no suggestions
  const [loaded, setLoaded] = useState<Loaded>();
  const prepare = (field: EventTarget | null, had?: string) => {
    if (loaded || !(field instanceof HTMLInputElement)) return;
    before.current = had ?? field.value;
    // if it fails to load, the box still searches
    loadList().then(
      (list) => setLoaded({ ...list, field, before: before.current }),
      () => undefined,
    );
  };
  useEffect(() => {
    const field = document.activeElement;
    if (!(field instanceof HTMLInputElement) || !box.current?.contains(field)) return;
    prepare(field, field.defaultValue); // someone typed before the script loaded
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, for a field that had the focus already
  }, []);
  return (
    <div ref={box} className={cx(styles.box, className)} onFocus={({ target }) => prepare(target)}>
      <SearchField
        {...props}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is an input, inside
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
      {loaded && <loaded.SuggestionList id={listId} field={loaded.field} before={loaded.before} />}
    </div>
  );
}
