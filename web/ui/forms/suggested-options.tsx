/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- the field keeps the focus and handles the keys, and such a list has no tag */
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import { cx } from "#web/ui/cx.ts";
import styles from "./suggested-options.module.css";
import { announce } from "#web/ui/accessibility.tsx";

type SuggestedOptionsProps<Item> = {
  id: string;
  field: HTMLInputElement;
  /** The text when the field got the focus, for which nothing is suggested. */
  before: string;
  suggesting: Suggesting<Item>;
  keyOf: (item: Item) => string;
  children: (item: Item) => ReactNode;
};

export function SuggestedOptions<Item>(props: SuggestedOptionsProps<Item>) {
  const { id, field, before, suggesting, keyOf, children } = props;
  const { t } = useLanguage();
  const { suggestions, isShown, active, choose, isFresh } = useSuggesting(field, before, suggesting);
  useEffect(() => {
    field.setAttribute("aria-expanded", String(isShown));
    if (active === undefined) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", `${id}-${active}`);
  }, [field, id, isShown, active]);
  useEffect(() => {
    if (active !== undefined) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  const n = suggestions.length;
  const announcement = isShown && isFresh ? (n === 1 ? t("1 suggestion") : t("{n} suggestions", { n })) : "";
  useEffect(() => {
    if (announcement) announce(announcement);
  }, [announcement]);
  return (
    <div id={id} role="listbox" aria-label={t("Suggestions")} className={styles.list} hidden={!isShown}>
      {suggestions.map((item, index) => (
        <div
          key={keyOf(item)}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          className={cx(styles.option, index === active && styles.active)}
          // the field keeps the focus
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(item)}
        >
          {children(item)}
        </div>
      ))}
    </div>
  );
}

const typingPauseMs = 100; // longer than fast typing takes between letters

/** The source of suggestions. */
type Suggesting<Item> = {
  minLength: number;
  /** A hook that returns suggestions for a text; fetches only when enabled. */
  useSuggestions: (text: string, enabled: boolean) => { suggestions: readonly Item[] | undefined; isFetching: boolean };
  onChoose: (item: Item) => void;
};

/**
 * Returns suggestions for a field's text and the active one. None is active until an arrow key is pressed, so that Enter
 * works as usual. It listens to the events of the field, which belongs to the page.
 */
export function useSuggesting<Item>(field: HTMLInputElement, before: string, suggesting: Suggesting<Item>) {
  const { minLength, useSuggestions, onChoose } = suggesting;
  const [text, setText] = useState(field.value.trim());
  const [isOpen, setOpen] = useState(field.value !== before && document.activeElement === field);
  const [at, setAt] = useState<number>();
  const query = useDebounced(text);
  const { suggestions: results, isFetching } = useSuggestions(query, query.length >= minLength && isOpen);
  const suggestions = (text.length >= minLength && results) || [];
  const isShown = isOpen && suggestions.length > 0;
  const active = isShown && at !== undefined ? Math.min(at, suggestions.length - 1) : undefined;

  const close = () => {
    setOpen(false);
    setAt(undefined);
  };
  const choose = (item: Item) => {
    close();
    onChoose(item);
  };
  const move = (event: KeyboardEvent, by: 1 | -1) => {
    event.preventDefault();
    setText(field.value.trim());
    setOpen(true);
    const last = suggestions.length - 1;
    const next = active === undefined ? (by === 1 ? 0 : last) : active + by;
    setAt(next < 0 ? Math.max(last, 0) : next > last ? 0 : next);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const activeItem = active === undefined ? undefined : suggestions[active];
    if (event.key === "ArrowDown") move(event, 1);
    else if (event.key === "ArrowUp") move(event, -1);
    else if (event.key === "Escape" && isShown) {
      event.preventDefault(); // the browser would clear the field
      close();
    } else if (event.key === "Enter" && activeItem) {
      event.preventDefault();
      choose(activeItem);
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") setAt(undefined);
  });
  const type = useEffectEvent(({ target }: Event) => {
    if (target !== field) return;
    setText(field.value.trim());
    setOpen(true);
    setAt(undefined);
  });
  const leave = useEffectEvent(close);
  // a layout effect, so that no typing is missed after the first render
  useLayoutEffect(() => {
    const form = field.form;
    field.addEventListener("keydown", press);
    // on the document, after React's own listener: setting state earlier could render the form with the field's old text
    document.addEventListener("input", type);
    field.addEventListener("blur", leave);
    form?.addEventListener("submit", leave);
    return () => {
      field.removeEventListener("keydown", press);
      document.removeEventListener("input", type);
      field.removeEventListener("blur", leave);
      form?.removeEventListener("submit", leave);
    };
  }, [field]);
  return { suggestions, isShown, active, choose, isFresh: isOpen && query === text && !isFetching };
}

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
