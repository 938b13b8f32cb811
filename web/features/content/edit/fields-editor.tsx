import { documentKind, documentObjection, useUploadDocument } from "#web/lib/upload-document.ts";
import { useUploadPicture, pictureKinds, pictureObjection } from "#web/lib/upload-picture.ts";
import { DocumentField } from "#web/ui/forms/file/document-field.tsx";
import { PictureField } from "#web/ui/forms/picture/picture-field.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { TextAreaField } from "#web/ui/forms/text-area-field.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import styles from "./edit-section.module.css";
import { EntriesEditor } from "./entries-editor.tsx";
import type { FieldForm } from "./section-forms.ts";
import type { Values } from "#web/ui/form/form-state.ts";
import { textOf } from "./section-values.ts";

/** What every field of the form needs of the form. */
export type Form = {
  /** The error of the field at this path, if any. */
  errorOf: (path: string) => string | undefined;
  /** Takes an upload that began in this field: saving waits for it. */
  waitFor: (path: string) => (upload: Promise<boolean>) => void;
};

/** Receives an update function, because an upload may end long after it began. */
export type Change<T> = (update: (now: T) => T) => void;

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

function OneField({ field, id, value, form, onChange }: OneFieldProps) {
  const error = form.errorOf(id);
  if (field.kind === "list") {
    return (
      <EntriesEditor
        {...{ field, id, value, error, onChange }}
        fields={(entry, path, change) => (
          <FieldsEditor fields={field.fields} values={entry} path={path} form={form} onChange={change} />
        )}
      />
    );
  }
  if (field.kind === "picture") return <SitePictureField {...{ field, id, value, form, error, onChange }} />;
  if (field.kind === "document") return <SiteDocumentField {...{ field, id, value, form, error, onChange }} />;
  const texts = { id, label: field.label, hint: field.hint, error };
  if (field.kind === "choice") {
    return (
      <SelectField
        {...texts}
        options={field.options}
        value={textOf(value)}
        onChange={({ target }) => onChange(() => target.value)}
      />
    );
  }
  const optional = field.optional === true;
  if (field.kind === "prose") {
    return (
      <TextAreaField
        {...texts}
        optional={optional}
        width="full"
        rows={4}
        value={textOf(value)}
        onChange={({ target }) => onChange(() => target.value)}
      />
    );
  }
  const modes = { link: "url", email: "email", phone: "tel", line: "text" } as const;
  return (
    <TextField
      {...texts}
      optional={optional}
      width="full"
      autoComplete="off"
      inputMode={modes[field.kind]}
      {...(field.kind === "link" && { autoCapitalize: "none", spellCheck: false })}
      value={textOf(value)}
      onChange={({ target }) => onChange(() => target.value)}
    />
  );
}

type FileProps = OneFieldProps & { error: string | undefined };

function SiteDocumentField({ field, id, value, form, error, onChange }: FileProps) {
  const upload = useUploadDocument();
  return (
    <DocumentField
      id={id}
      label={field.label}
      optional
      hint="Up to 10 MB. Visitors get it instead of the link."
      accept={documentKind}
      stored={documentOf(value)}
      upload={upload}
      objection={documentObjection}
      error={error}
      onUploading={form.waitFor(id)}
      onChange={(stored) =>
        onChange(
          () =>
            stored && {
              documentId: stored.id,
              documentUrl: stored.url,
              fileName: stored.fileName,
              size: stored.size,
            },
        )
      }
    />
  );
}

function documentOf(value: unknown) {
  if (typeof value !== "object" || value === null || !("documentId" in value)) return null;
  const of = (name: string): unknown => Object.entries(value).find(([field]) => field === name)?.[1];
  const [url, fileName] = [textOf(of("documentUrl")), textOf(of("fileName"))];
  return { id: Number(value.documentId), url, fileName, size: Number(of("size")) };
}

function SitePictureField({ field, id, value, form, error, onChange }: FileProps) {
  const upload = useUploadPicture();
  return (
    <PictureField
      id={id}
      label={field.label}
      optional
      hint={field.hint ?? "JPEG, PNG, WebP, GIF, or AVIF, up to 10 MB."}
      shape="wide"
      accept={pictureKinds}
      picture={pictureOf(value)}
      upload={upload}
      objection={pictureObjection}
      error={error}
      onUploading={form.waitFor(id)}
      onChange={(picture) =>
        onChange(
          () =>
            picture && {
              attachmentId: picture.id,
              attachmentUrl: picture.url,
              attachmentSrcset: picture.srcset,
              fileName: picture.fileName,
            },
        )
      }
    />
  );
}

function pictureOf(value: unknown) {
  if (typeof value !== "object" || value === null || !("attachmentId" in value)) return null;
  const text = (name: string) => textOf(Object.entries(value).find(([field]) => field === name)?.[1]);
  const url = text("attachmentUrl");
  return { id: Number(value.attachmentId), url, srcset: text("attachmentSrcset"), fileName: text("fileName") };
}
