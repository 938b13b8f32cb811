import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { keepEarlySlash, takeEarlySlash } from "./early-slash.ts";
import { Search } from "#web/ui/icons.tsx";
import { useLeftToBox } from "#web/ui/code-scanner/left-to-box.ts";
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
  const back = useBack(field);
  const { text, change, show, press, choices, active, choose, isFresh, isOpen, setOpen } = useCombobox(
    async (choice) => {
      if (choice.act.do === "open") back.stay();
      else back.go(); // the page that it was scanned on goes on
      await onChoose(choice);
    },
  );
  useLeftToBox((scanned) => {
    show(scanned);
    back.come();
  });
  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !back.isAway()) return press(event);
    change("");
    back.go();
  };
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
        onKeyDown={pressKey}
        onFocus={() => setOpen(true)}
        onBlur={() => {
          setOpen(false);
          back.stay();
        }}
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

/** Leads from where the cursor is to the field, and back there. */
function useBack(field: RefObject<HTMLInputElement | null>) {
  const before = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (shown === 0) return;
    // after a dialog that closes has given the focus back
    before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    field.current?.focus();
    field.current?.select(); // what is typed or scanned next replaces it
  }, [shown, field]);
  return {
    come: () => setShown((count) => count + 1),
    isAway: () => before.current !== null,
    stay: () => {
      before.current = null;
    },
    go: () => {
      const { current } = before;
      before.current = null;
      field.current?.blur();
      if (current?.isConnected) current.focus();
    },
  };
}

/** What a screen reader says once the choices are there. */
function saidOf([best, ...more]: readonly Choice[]): string {
  return best ? `${1 + more.length} choices. Enter: ${best.label}, ${best.detail}.` : "";
}
