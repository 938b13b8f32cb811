/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a list of a field that keeps the focus has no tag, and its keys are pressed in the field */
import { cx } from "#web/ui/cx.ts";
import type { Choice } from "./choices.ts";
import styles from "./scan-box.module.css";

export const optionId = (listId: string, place: number) => `${listId}-${place}`;

type OptionListProps = {
  id: string;
  isOpen: boolean;
  choices: readonly Choice[];
  active: number;
  onChoose: (choice: Choice) => void;
};

/** What can be done, best first; the field's keys move in it. */
export function OptionList({ id, isOpen, choices, active, onChoose }: OptionListProps) {
  return (
    <div id={id} role="listbox" aria-label="What it may be" className={styles.list} hidden={!isOpen}>
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
