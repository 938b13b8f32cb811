import type { ChangeEvent } from "react";
import { contentLimits } from "#contract/site/sections.ts";
import { Button, IconButton } from "#web/ui/actions/button.tsx";
import type { Values } from "#web/ui/form/form-state.ts";
import { FieldError } from "#web/ui/forms/field.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { TextAreaField } from "#web/ui/forms/text-area-field.tsx";
import { DateField, TextField } from "#web/ui/forms/text-field.tsx";
import { ArrowDown, ArrowUp, Plus, Trash } from "#web/ui/icons.tsx";
import styles from "./edit-section.module.css";
import type { FieldForm } from "./section-forms.ts";
import { emptyEntry, entriesOf, textOf } from "./section-values.ts";
import { SiteDocumentField, SitePictureField } from "./site-file-fields.tsx";

type Form = {
  errorOf: (path: string) => string | undefined;
  /** Takes an upload that began in this field: saving waits for it. */
  waitFor: (path: string) => (upload: Promise<boolean>) => void;
};

/** Receives an update function, because an upload may end long after it began. */
type Change<T> = (update: (now: T) => T) => void;

type FieldsEditorProps = {
  fields: readonly FieldForm[];
  values: Values;
  /** The prefix of the field names: "groups.0." */
  path: string;
  form: Form;
  onChange: Change<Values>;
};

/** The fields of a section or of a list entry. */
export function FieldsEditor({ fields, values, path, form, onChange }: FieldsEditorProps) {
  return (
    <div className={styles.fields}>
      {fields.map((field) => (
        <OneField
          key={field.name}
          field={field}
          id={path + field.name}
          value={values[field.name]}
          form={form}
          onChange={(update) => onChange((now) => ({ ...now, [field.name]: update(now[field.name]) }))}
        />
      ))}
    </div>
  );
}

type OneFieldProps = { field: FieldForm; id: string; value: unknown; form: Form; onChange: Change<unknown> };

function OneField(props: OneFieldProps) {
  const { field, id, value, form, onChange } = props;
  if (field.kind === "list") return <EntriesEditor {...props} field={field} />;
  const texts = { id, label: field.label, hint: field.hint, error: form.errorOf(id) };
  const file = { ...texts, value, onUploading: form.waitFor(id), onChange };
  if (field.kind === "picture") return <SitePictureField {...file} />;
  if (field.kind === "document") return <SiteDocumentField {...file} />;
  const typed = {
    value: textOf(value),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
      onChange(() => target.value),
  };
  if (field.kind === "choice") return <SelectField {...texts} {...typed} options={field.options} />;
  const { optional } = field;
  if (field.kind === "prose") return <TextAreaField {...texts} {...typed} optional={optional} width="full" rows={4} />;
  if (field.kind === "day") return <DateField {...texts} {...typed} optional={optional} />;
  const modes = { link: "url", email: "email", phone: "tel", line: "text" } as const;
  return (
    <TextField
      {...texts}
      {...typed}
      optional={optional}
      width="full"
      autoComplete="off"
      inputMode={modes[field.kind]}
      {...(field.kind === "link" && { autoCapitalize: "none", spellCheck: false })}
    />
  );
}

type EntriesEditorProps = OneFieldProps & { field: Extract<FieldForm, { kind: "list" }> };

function EntriesEditor({ field, id, value, form, onChange }: EntriesEditorProps) {
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
      <FieldError id={`${id}-error`} error={form.errorOf(id)} />
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
            <FieldsEditor
              fields={field.fields}
              values={entry}
              path={`${id}.${at}.`}
              form={form}
              onChange={(update) => change((now) => now.map((one, place) => (place === at ? update(one) : one)))}
            />
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
