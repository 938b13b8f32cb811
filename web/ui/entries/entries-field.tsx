import type { ReactNode } from "react";
import { Button, IconButton } from "#web/ui/actions/button.tsx";
import { FieldError } from "#web/ui/forms/field.tsx";
import { ArrowDown, ArrowUp, Plus, Trash } from "#web/ui/icons.tsx";
import styles from "./entries-field.module.css";

type EntriesFieldProps<Entry> = {
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** What one of them is called: "Part". */
  entry: string;
  entries: readonly Entry[];
  most: number;
  /** What one is called instead of its number. */
  nameOf?: (entry: Entry) => string;
  /** Whether one can be removed; by default each can. */
  canRemove?: (entry: Entry) => boolean;
  /** Whether they have an order that people give them; by default they have. */
  canMove?: boolean;
  /** A new one, and the name of its first control, which receives the focus. */
  fresh: Entry;
  first: string;
  /** Receives an update function, because an upload may end long after it began. */
  onChange: (update: (now: readonly Entry[]) => Entry[]) => void;
  /** The controls of one; their ids begin with `path`. */
  children: (entry: Entry, path: string, change: (update: (now: Entry) => Entry) => void) => ReactNode;
};

const focusLater = (target: string) => requestAnimationFrame(() => document.getElementById(target)?.focus());

/** A list to add to, remove from, and put in order. */
export function EntriesField<Entry>(props: EntriesFieldProps<Entry>) {
  const {
    id,
    label,
    hint,
    error,
    entry,
    entries,
    most,
    nameOf,
    canRemove,
    canMove = true,
    fresh,
    first,
    onChange,
    children,
  } = props;
  const move = (from: number, to: number) => {
    onChange((now) => now.toSpliced(from, 1).toSpliced(to, 0, ...now.slice(from, from + 1)));
    focusLater(`${id}.${to}-${to < from ? "up" : "down"}`);
  };
  const add = () => {
    onChange((now) => [...now, fresh]);
    focusLater(`${id}.${entries.length}.${first}`);
  };
  const remove = (at: number) => {
    onChange((now) => now.toSpliced(at, 1));
    focusLater(`${id}-add`);
  };
  return (
    <fieldset className={styles.list} id={id} tabIndex={-1} aria-describedby={hint && `${id}-hint`}>
      <legend className={styles.legend}>{label}</legend>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
      {entries.map((one, at) => {
        const name = nameOf?.(one) || `${entry} ${at + 1}`;
        return (
          <fieldset key={at} className={styles.entry}>
            <legend className={styles.entryName}>{name}</legend>
            <div className={styles.entryActions}>
              {canMove && (
                <MoveButtons id={`${id}.${at}`} name={name} at={at} last={entries.length - 1} onMove={move} />
              )}
              {(canRemove?.(one) ?? true) && (
                <IconButton
                  size="small"
                  label={`Remove ${name}`}
                  icon={<Trash size={16} />}
                  onClick={() => remove(at)}
                />
              )}
            </div>
            {children(one, `${id}.${at}.`, (update) =>
              onChange((now) => now.map((each, place) => (place === at ? update(each) : each))),
            )}
          </fieldset>
        );
      })}
      <div>
        <Button id={`${id}-add`} size="small" icon={<Plus size={16} />} disabled={entries.length >= most} onClick={add}>
          Add {entry.toLowerCase()}
        </Button>
      </div>
    </fieldset>
  );
}

type MoveButtonsProps = {
  id: string;
  name: string;
  at: number;
  last: number;
  onMove: (from: number, to: number) => void;
};

function MoveButtons({ id, name, at, last, onMove }: MoveButtonsProps) {
  return (
    <>
      <IconButton
        id={`${id}-up`}
        size="small"
        label={`Move ${name} up`}
        icon={<ArrowUp size={16} />}
        disabled={at === 0}
        onClick={() => onMove(at, at - 1)}
      />
      <IconButton
        id={`${id}-down`}
        size="small"
        label={`Move ${name} down`}
        icon={<ArrowDown size={16} />}
        disabled={at === last}
        onClick={() => onMove(at, at + 1)}
      />
    </>
  );
}
