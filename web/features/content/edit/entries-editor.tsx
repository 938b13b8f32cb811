import type { ReactNode } from "react";
import { contentLimits } from "#contract/site/sections.ts";
import { Button, IconButton } from "#web/ui/actions/button.tsx";
import { ArrowDown, ArrowUp, Plus, Trash } from "#web/ui/icons.tsx";
import { FieldError } from "#web/ui/forms/field.tsx";
import styles from "./edit-section.module.css";
import type { FieldForm } from "./section-forms.ts";
import { emptyEntry, entriesOf } from "./section-values.ts";
import type { Values } from "#web/ui/form/form-state.ts";

type EntriesEditorProps = {
  field: Extract<FieldForm, { kind: "list" }>;
  id: string;
  value: unknown;
  error: string | undefined;
  onChange: (update: (now: unknown) => Values[]) => void;
  /** Renders the fields of one entry. */
  fields: (entry: Values, path: string, onChange: (update: (now: Values) => Values) => void) => ReactNode;
};

/** A list in a section, whose entries can be added, moved, changed, and removed. */
export function EntriesEditor({ field, id, value, error, onChange, fields }: EntriesEditorProps) {
  const entries = entriesOf(value);
  const focusLater = (target: string) => requestAnimationFrame(() => document.getElementById(target)?.focus());
  const change = (update: (entries: Values[]) => Values[]) => onChange((now) => update(entriesOf(now)));
  const move = (from: number, to: number) => {
    change((now) => now.toSpliced(from, 1).toSpliced(to, 0, ...now.slice(from, from + 1)));
    focusLater(`${id}.${to}-${to < from ? "up" : "down"}`);
  };
  const add = () => {
    change((now) => [...now, emptyEntry(field.fields)]);
    focusLater(`${id}.${entries.length}.${field.fields[0]?.name ?? ""}`);
  };
  const remove = (at: number) => {
    change((now) => now.toSpliced(at, 1));
    focusLater(`${id}-add`);
  };
  return (
    <fieldset className={styles.list} id={id} tabIndex={-1}>
      <legend className={styles.legend}>{field.label}</legend>
      <FieldError id={`${id}-error`} error={error} />
      {entries.map((entry, at) => {
        const name = `${field.entry} ${at + 1}`;
        return (
          <fieldset key={at} className={styles.entry}>
            <legend className={styles.entryName}>{name}</legend>
            <div className={styles.entryActions}>
              <IconButton
                id={`${id}.${at}-up`}
                size="small"
                label={`Move ${name} up`}
                icon={<ArrowUp size={16} />}
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              />
              <IconButton
                id={`${id}.${at}-down`}
                size="small"
                label={`Move ${name} down`}
                icon={<ArrowDown size={16} />}
                disabled={at === entries.length - 1}
                onClick={() => move(at, at + 1)}
              />
              <IconButton size="small" label={`Remove ${name}`} icon={<Trash size={16} />} onClick={() => remove(at)} />
            </div>
            {fields(entry, `${id}.${at}.`, (update) =>
              change((now) => now.map((one, place) => (place === at ? update(one) : one))),
            )}
          </fieldset>
        );
      })}
      <div>
        <Button
          id={`${id}-add`}
          size="small"
          icon={<Plus size={16} />}
          disabled={entries.length >= contentLimits.entries}
          onClick={add}
        >
          Add {field.entry.toLowerCase()}
        </Button>
      </div>
    </fieldset>
  );
}
