import { type RefObject, useEffect, useEffectEvent, useId } from "react";
import { keepEarlySlash, takeEarlySlash } from "./early-slash.ts";
import { Search } from "#web/ui/icons.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import type { Choice } from "./choices.ts";
import { OptionList, optionId } from "./option-list.tsx";
import { longestText } from "./resolve-query.ts";
import styles from "./scan-box.module.css";
import { useCombobox } from "./use-combobox.ts";

type ComboboxProps = { field: RefObject<HTMLInputElement | null>; onChoose: (choice: Choice) => Promise<void> };

/** The field, and below it what its text may be. */
export function Combobox({ field, onChoose }: ComboboxProps) {
  const listId = useId();
  const { text, change, press, choices, active, choose, isFresh, isOpen, setOpen } = useCombobox(onChoose);
  const takeOver = useEffectEvent(() => {
    const typed = takeEarlySlash();
    if (typed === undefined) return;
    field.current?.focus();
    change(typed);
  });
  useEffect(() => {
    const timer = setTimeout(() => takeOver()); // after a new page has taken the focus
    return () => {
      clearTimeout(timer);
      keepEarlySlash();
    };
  }, []);
  return (
    <div className={styles.combobox}>
      <label htmlFor={`${listId}-field`}>
        <VisuallyHidden>Scan or find anything</VisuallyHidden>
      </label>
      <Search size={20} className={styles.icon} aria-hidden="true" />
      <input
        ref={field}
        id={`${listId}-field`}
        className={styles.field}
        type="text"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen ? optionId(listId, active) : undefined}
        aria-keyshortcuts="/"
        placeholder="Scan or find: label, order, name, SKU…"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={longestText}
        value={text}
        onChange={({ target }) => change(target.value)}
        onKeyDown={press}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
      />
      <kbd className={styles.key} aria-hidden="true">
        /
      </kbd>
      <OptionList id={listId} isOpen={isOpen} choices={choices} active={active} onChoose={choose} />
      <div aria-live="polite">
        <VisuallyHidden>{isOpen && isFresh && saidOf(choices)}</VisuallyHidden>
      </div>
    </div>
  );
}

/** What a screen reader says once the choices are there. */
function saidOf([best, ...more]: readonly Choice[]): string {
  return best ? `${1 + more.length} choices. Enter: ${best.label}, ${best.detail}.` : "";
}
