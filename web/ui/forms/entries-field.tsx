import type { ReactNode } from "react";
import { Button, IconButton } from "#web/ui/actions/button.tsx";
import { FieldError } from "./field.tsx";
import { ArrowDown, ArrowUp, Plus, Trash } from "#web/ui/icons.tsx";
import styles from "./entries-field.module.css";

type EntriesFieldProps<Entry> = {
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** The name of one entry, such as "Part". */
  entry: string;
  entries: readonly Entry[];
  max: number;
  /** An entry's name, used instead of its number. */
  nameOf?: (entry: Entry) => string;
  /** Whether an entry can be removed; true by default. */
  canRemove?: (entry: Entry) => boolean;
  /** Whether people can reorder the entries; true by default. */
  canMove?: boolean;
  /** A new entry, and the name of its first control, which gets the focus. */
  newEntry: Entry;
  firstControl: string;
  /** Takes an update function, because an upload may end much later. */
  onChange: (update: (now: readonly Entry[]) => Entry[]) => void;
  /** The controls of an entry; their ids start with `path`. */
  children: (entry: Entry, path: string, change: (update: (now: Entry) => Entry) => void) => ReactNode;
};

const focusLater = (target: string) => requestAnimationFrame(() => document.getElementById(target)?.focus());

/** Edits a list of entries to add, remove, and reorder. */
export function EntriesField<Entry>(props: EntriesFieldProps<Entry>) {
  const {
    id,
    label,
    hint,
    error,
    entry,
    entries,
    max,
    nameOf,
    canRemove,
    canMove = true,
    newEntry,
    firstControl,
    onChange,
    children,
  } = props;
  const move = (from: number, to: number) => {
    onChange((now) => now.toSpliced(from, 1).toSpliced(to, 0, ...now.slice(from, from + 1)));
    focusLater(`${id}.${to}-${to < from ? "up" : "down"}`);
  };
  const add = () => {
    onChange((now) => [...now, newEntry]);
    focusLater(`${id}.${entries.length}.${firstControl}`);
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
      {entries.map((item, at) => {
        const name = nameOf?.(item) || `${entry} ${at + 1}`;
        return (
          <fieldset key={at} className={styles.entry}>
            <legend className={styles.entryName}>{name}</legend>
            <div className={styles.entryActions}>
              {canMove && (
                <MoveButtons id={`${id}.${at}`} name={name} at={at} last={entries.length - 1} onMove={move} />
              )}
              {(canRemove?.(item) ?? true) && (
                <IconButton
                  size="small"
                  label={`Remove ${name}`}
                  icon={<Trash size={16} />}
                  onClick={() => remove(at)}
                />
              )}
            </div>
            {children(item, `${id}.${at}.`, (update) =>
              onChange((now) => now.map((current, index) => (index === at ? update(current) : current))),
            )}
          </fieldset>
        );
      })}
      <div>
        <Button id={`${id}-add`} size="small" icon={<Plus size={16} />} disabled={entries.length >= max} onClick={add}>
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
