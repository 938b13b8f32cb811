/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a list of a field that keeps the focus has no tag, and its keys are pressed in the field */
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import { cx } from "#web/ui/cx.ts";
import { announce } from "#web/ui/feedback/announce.ts";
import styles from "./suggested-options.module.css";

type SuggestedOptionsProps<One> = {
  id: string;
  field: HTMLInputElement;
  /** The text that it had when it got the focus: nothing is suggested for it. */
  before: string;
  suggesting: Suggesting<One>;
  keyOf: (one: One) => string;
  children: (one: One) => ReactNode;
};

export function SuggestedOptions<One>(props: SuggestedOptionsProps<One>) {
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
  const heard = isShown && isFresh ? (n === 1 ? t("1 suggestion") : t("{n} suggestions", { n })) : "";
  useEffect(() => {
    if (heard) announce(heard);
  }, [heard]);
  return (
    <div id={id} role="listbox" aria-label={t("Suggestions")} className={styles.list} hidden={!isShown}>
      {suggestions.map((one, place) => (
        <div
          key={keyOf(one)}
          id={`${id}-${place}`}
          role="option"
          aria-selected={place === active}
          tabIndex={-1}
          className={cx(styles.option, place === active && styles.active)}
          // the field keeps the focus
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(one)}
        >
          {children(one)}
        </div>
      ))}
    </div>
  );
}

const pause = 100; // ms between two letters of who types fast

/** What suggests: from so many letters on, what a text may become, and what follows from choosing. */
type Suggesting<One> = {
  least: number;
  /** A hook: what is known for a text; undefined while nothing is. Asks only when enabled. */
  useFound: (text: string, enabled: boolean) => { found: readonly One[] | undefined; isFetching: boolean };
  onChoose: (one: One) => void;
};

/**
 * What a field's text may become, and which of it the keys have reached: none until an arrow key is pressed, so that Enter
 * does what it does without suggestions. The field belongs to the page, so its events are listened to.
 */
export function useSuggesting<One>(field: HTMLInputElement, before: string, suggesting: Suggesting<One>) {
  const { least, useFound, onChoose } = suggesting;
  const [text, setText] = useState(field.value.trim());
  const [isOpen, setOpen] = useState(field.value !== before && document.activeElement === field);
  const [at, setAt] = useState<number>();
  const asked = usePaused(text);
  const { found, isFetching } = useFound(asked, asked.length >= least && isOpen);
  const suggestions = (text.length >= least && found) || [];
  const isShown = isOpen && suggestions.length > 0;
  const active = isShown && at !== undefined ? Math.min(at, suggestions.length - 1) : undefined;

  const close = () => {
    setOpen(false);
    setAt(undefined);
  };
  const choose = (one: One) => {
    close();
    onChoose(one);
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
    const chosen = active === undefined ? undefined : suggestions[active];
    if (event.key === "ArrowDown") move(event, 1);
    else if (event.key === "ArrowUp") move(event, -1);
    else if (event.key === "Escape" && isShown) {
      event.preventDefault(); // the browser would empty the field
      close();
    } else if (event.key === "Enter" && chosen) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") setAt(undefined);
  });
  const type = useEffectEvent(({ target }: Event) => {
    if (target !== field) return;
    setText(field.value.trim());
    setOpen(true);
    setAt(undefined);
  });
  const leave = useEffectEvent(close);
  // before the browser does anything else: what is typed between the first rendering and an effect would not be heard
  useLayoutEffect(() => {
    const form = field.form;
    field.addEventListener("keydown", press);
    // after React's own listener: a state that is set before it may render the form, whose field would get its old text back
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
  return { suggestions, isShown, active, choose, isFresh: isOpen && asked === text && !isFetching };
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
