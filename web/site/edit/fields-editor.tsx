import type { ChangeEvent, ComponentProps } from "react";
import { contentLimits } from "#contract/site/sections.ts";
import type { Values } from "#web/ui/form/form-state.ts";
import styles from "#web/site/editor.module.css";
import type { FieldForm } from "./section-forms.ts";
import { emptyEntry, entriesOf, textOf } from "./section-values.ts";
import * as z from "zod/mini";
import { DocumentField } from "#web/ui/forms/file-fields.tsx";
import { PictureField } from "#web/ui/forms/picture-field.tsx";
import { DateField, TextAreaField, TextField } from "#web/ui/forms/text-fields.tsx";
import { CheckboxField, SelectField } from "#web/ui/forms/choice-fields.tsx";
import { EntriesField } from "#web/ui/forms/entries-field.tsx";
import {
  documentKind,
  documentObjection,
  pictureKinds,
  pictureObjection,
  useUploadDocument,
  useUploadPicture,
} from "#web/lib/files.ts";
import { englishChangedNote } from "#web/ui/form/form-notices.tsx";

type Form = {
  errorOf: (path: string) => string | undefined;
  /** Makes saving wait for an upload in this field. */
  waitFor: (path: string) => (upload: Promise<boolean>) => void;
  /** Returns the time the English text changed after this Spanish one, if it did. */
  englishChangedAt: (name: string, value: unknown) => string | undefined;
  /** Returns the props of the checkbox that marks a Spanish text as still accurate. */
  fits: (name: string, value: unknown) => Pick<ComponentProps<"input">, "checked" | "onChange">;
};

/** Takes an update function, because an upload may end long after it began. */
type Change<T> = (update: (now: T) => T) => void;

type FieldsEditorProps = {
  fields: readonly FieldForm[];
  values: Values;
  /** The prefix of the field names: "groups.0." */
  path: string;
  form: Form;
  onChange: Change<Values>;
};

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
  const { field, id, value, form } = props;
  if (field.kind === "list") return <EntriesEditor {...props} field={field} />;
  const changedAt = form.englishChangedAt(field.name, value);
  if (!changedAt) return <Control {...props} field={field} />;
  return (
    <div>
      <Control {...props} field={field} changedAt={changedAt} />
      <CheckboxField id={`${id}-fits`} label={`${field.label} is still accurate`} {...form.fits(field.name, value)} />
    </div>
  );
}

type ControlProps = OneFieldProps & { field: Exclude<FieldForm, { kind: "list" }>; changedAt?: string };

function Control({ field, id, value, form, changedAt, onChange }: ControlProps) {
  const hint = changedAt ? englishChangedNote(changedAt) : field.hint;
  const texts = { id, label: field.label, hint, error: form.errorOf(id) };
  const file = { ...texts, value, onUploading: form.waitFor(id), onChange };
  if (field.kind === "picture") return <SitePictureField {...file} />;
  if (field.kind === "document") return <SiteDocumentField {...file} />;
  const input = {
    value: textOf(value),
    lang: field.lang,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
      onChange(() => target.value),
  };
  if (field.kind === "choice") return <SelectField {...texts} {...input} options={field.options} />;
  const { optional } = field;
  if (field.kind === "prose") return <TextAreaField {...texts} {...input} optional={optional} width="full" rows={4} />;
  if (field.kind === "day") return <DateField {...texts} {...input} optional={optional} />;
  const modes = { link: "url", email: "email", phone: "tel", line: "text" } as const;
  return (
    <TextField
      {...texts}
      {...input}
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
  return (
    <EntriesField
      id={id}
      label={field.label}
      error={form.errorOf(id)}
      entry={field.entry}
      entries={entriesOf(value)}
      max={contentLimits.entries}
      newEntry={emptyEntry(field.fields)}
      firstControl={field.fields[0]?.name ?? ""}
      onChange={(update) => onChange((now) => update(entriesOf(now)))}
    >
      {(entry, path, change) => (
        <FieldsEditor fields={field.fields} values={entry} path={path} form={form} onChange={change} />
      )}
    </EntriesField>
  );
}

type FileFieldProps = {
  id: string;
  label: string;
  hint: string | undefined;
  error: string | undefined;
  value: unknown;
  onUploading: (upload: Promise<boolean>) => void;
  onChange: (update: () => unknown) => void;
};

const siteDocument = z.pipe(
  z.object({ documentId: z.number(), documentUrl: z.string(), fileName: z.string(), size: z.number() }),
  z.transform(({ documentId: id, documentUrl: url, fileName, size }) => ({ id, url, fileName, size })),
);

function SiteDocumentField({ value, hint, onChange, ...field }: FileFieldProps) {
  return (
    <DocumentField
      {...field}
      optional
      hint={hint ?? "Up to 10 MB. Visitors get this file instead of the link."}
      accept={documentKind}
      stored={siteDocument.safeParse(value).data ?? null}
      upload={useUploadDocument()}
      objection={documentObjection}
      onChange={(pdf) =>
        onChange(() => pdf && { documentId: pdf.id, documentUrl: pdf.url, fileName: pdf.fileName, size: pdf.size })
      }
    />
  );
}

const sitePicture = z.pipe(
  z.object({ attachmentId: z.number(), attachmentUrl: z.string(), attachmentSrcset: z.string(), fileName: z.string() }),
  z.transform(({ attachmentId: id, attachmentUrl: url, attachmentSrcset: srcset, fileName }) => ({
    id,
    url,
    srcset,
    fileName,
  })),
);

function SitePictureField({ value, hint, onChange, ...field }: FileFieldProps) {
  return (
    <PictureField
      {...field}
      optional
      hint={hint ?? "JPEG, PNG, WebP, GIF, or AVIF, up to 10 MB."}
      shape="wide"
      accept={pictureKinds}
      picture={sitePicture.safeParse(value).data ?? null}
      upload={useUploadPicture()}
      objection={pictureObjection}
      onChange={(picture) => {
        const pictureValue = picture && {
          attachmentId: picture.id,
          attachmentUrl: picture.url,
          attachmentSrcset: picture.srcset,
          fileName: picture.fileName,
        };
        onChange(() => pictureValue);
      }}
    />
  );
}
