import { useQuery } from "@tanstack/react-query";
import {
  type KeyboardEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { readScan } from "#contract/desk/scans.ts";
import { cut } from "#contract/wire/cut.ts";
import { useMay } from "#web/lib/session.ts";
import { cx } from "#web/ui/cx.ts";
import { Search } from "#web/ui/icons.tsx";
import { type Choice, choicesFor, searchesFor } from "./choices.ts";
import { keepEarlySlash, takeEarlySlash } from "./early-slash.ts";
import styles from "./scan-box.module.css";
import { maxLength, resolve } from "#web/desk/scanning/find-scanned-copy.ts";
import { resolveQuery } from "./use-scans.ts";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { useForwardedScans } from "#web/ui/code-scanner/use-hand-scanner.ts";

type ComboboxProps = { field: RefObject<HTMLInputElement | null>; onChoose: (choice: Choice) => Promise<void> };

export function Combobox({ field, onChoose }: ComboboxProps) {
  const listId = useId();
  const back = useBack(field);
  const { text, change, show, press, choices, active, choose, isFresh, isOpen, setOpen } = useCombobox(
    async (choice) => {
      if (choice.act.do === "open") back.stay();
      else back.go(); // back to work on the page
      await onChoose(choice);
    },
  );
  useForwardedScans((scanned) => {
    show(scanned);
    back.come();
  });
  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !back.isAway()) return press(event);
    change("");
    back.go();
  };
  const takeEarlyText = useEffectEvent(() => {
    const early = takeEarlySlash();
    if (early === undefined) return;
    field.current?.focus();
    change(early);
  });
  useEffect(() => {
    const timer = setTimeout(() => takeEarlyText()); // after a new page has taken the focus
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
        name="scanned"
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
        maxLength={maxLength}
        value={text}
        onChange={({ target }) => change(target.value)}
        onKeyDown={pressKey}
        onFocus={({ target }) => {
          target.select(); // the next scan or word replaces the last one
          setOpen(true);
        }}
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
        <VisuallyHidden>{isOpen && isFresh && summaryOf(choices)}</VisuallyHidden>
      </div>
    </div>
  );
}

function useBack(field: RefObject<HTMLInputElement | null>) {
  const before = useRef<HTMLElement>(null);
  const [visits, setVisits] = useState(0);
  useEffect(() => {
    if (visits === 0) return;
    // after a closing dialog has returned the focus
    before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    field.current?.focus();
    field.current?.select(); // the next text replaces it
  }, [visits, field]);
  return {
    come: () => setVisits((count) => count + 1),
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

function summaryOf([best, ...more]: readonly Choice[]): string {
  return best ? `${1 + more.length} choices. Enter: ${best.label}, ${best.detail}.` : "";
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- no HTML tag fits the list of a field that keeps the focus, and its keys are handled by the field */
const optionId = (listId: string, place: number) => `${listId}-${place}`;

type OptionListProps = {
  id: string;
  isOpen: boolean;
  choices: readonly Choice[];
  active: number;
  onChoose: (choice: Choice) => void;
};

function OptionList({ id, isOpen, choices, active, onChoose }: OptionListProps) {
  return (
    <div id={id} role="listbox" aria-label="Matches" className={styles.list} hidden={!isOpen}>
      {choices.map((choice, place) => (
        <div
          key={choice.key}
          id={optionId(id, place)}
          role="option"
          aria-selected={place === active}
          tabIndex={-1}
          className={cx(styles.option, place === active && styles.active)}
          // the field keeps the focus
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice)}
        >
          <span className={styles.label}>{choice.label}</span>
          <span className={styles.detail}>{choice.detail}</span>
          {place === active && (
            <kbd className={styles.key} aria-hidden="true">
              Enter
            </kbd>
          )}
        </div>
      ))}
    </div>
  );
}

/** Holds the text (typed or scanned), its choices, and the active choice, which Enter takes. */
function useCombobox(onChoose: (choice: Choice) => Promise<void>) {
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [index, setIndex] = useState(0);
  const [inHand, setInHand] = useState(false); // scanned
  const isClerk = useMay("clerk");
  const input = readScan(text);
  const deferred = useDeferredValue(input);
  const query = useQuery({ ...resolveQuery(deferred), enabled: deferred !== "" });
  const isFresh = deferred === input && !query.isPlaceholderData && !query.isPending;
  const matches = query.data ? choicesFor(query.data, deferred, inHand) : [];
  const choices = input === "" || query.isPending ? [] : [...matches, ...searchesFor(input, isClerk)];
  const active = Math.min(index, choices.length - 1);

  const change = (next: string) => {
    setText(next);
    setIndex(0);
    setOpen(next !== "");
    setInHand(false);
  };
  const show = (scan: string) => {
    change(cut(scan, maxLength));
    setInHand(true);
  };
  const choose = (choice: Choice | undefined) => {
    if (!choice) return;
    change("");
    void onChoose(choice);
  };
  /** Handles an Enter that comes before the answer. */
  const chooseSoon = async () => {
    change("");
    // not with the query, which is aborted when the text changes
    const data = await resolve(input).catch(() => undefined);
    const [best] = [...(data ? choicesFor(data, input, inHand) : []), ...searchesFor(input, isClerk)];
    if (best) await onChoose(best);
  };
  const move = (event: KeyboardEvent, by: number) => {
    if (choices.length === 0) return;
    event.preventDefault();
    setOpen(true);
    setIndex((active + by + choices.length) % choices.length);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") move(event, 1);
    else if (event.key === "ArrowUp") move(event, -1);
    else if (event.key === "Escape") {
      if (open) setOpen(false);
      else change("");
    } else if (event.key === "/" && text === "") {
      event.preventDefault(); // the focus is already here
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (isFresh) choose(choices[active]);
      else if (input !== "") void chooseSoon();
    }
  };
  return { text, change, show, press, choices, active, choose, isFresh, isOpen: open && choices.length > 0, setOpen };
}
