import { useId } from "react";
import { sizeInWords } from "#web/ui/data/size-in-words.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { buttonClass } from "#web/ui/actions/button-look.ts";
import { cx } from "#web/ui/cx.ts";
import { FileUp, Trash } from "#web/ui/icons.tsx";
import type { FieldTexts } from "#web/ui/forms/field.tsx";
import { FieldError } from "#web/ui/forms/field.tsx";
import fieldStyles from "#web/ui/forms/field.module.css";
import { useDrop } from "#web/ui/forms/picture/use-drop.ts";
import type { Upload } from "#web/ui/forms/picture/use-picture-upload.ts";
import { usePictureUpload } from "#web/ui/forms/picture/use-picture-upload.ts";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { ProgressBar } from "#web/ui/progress/progress-bar.tsx";
import styles from "./document-field.module.css";

/** A stored file: its address, name, and size in bytes. */
type StoredDocument = { url: string; fileName: string; size: number };

type DocumentFieldProps<D extends StoredDocument> = Omit<FieldTexts, "labelHidden"> & {
  /** The file picker's id. */
  id: string;
  /** The current file, or null. */
  stored: D | null;
  onChange: (stored: D | null) => void;
  upload: Upload<D>;
  /** Why a file can be refused without uploading it. */
  objection?: (file: File) => string | undefined;
  /** The picker's types, as for `<input accept>`. */
  accept: string;
  /** Called with the upload's promise, so that a form can wait for it: true once the file is stored. */
  onUploading?: (running: Promise<boolean>) => void;
};

/** One file of a form: chosen or dropped, uploaded at once with progress, replaceable and removable. */
export function DocumentField<D extends StoredDocument>(props: DocumentFieldProps<D>) {
  const { id, label, hint, optional, stored, accept } = props;
  const { sending, refused, send, giveUp, remove } = usePictureUpload(props);
  const { over, catchers } = useDrop(send);
  const made = useId();
  const error = refused ?? props.error;
  const describedBy = [hint && `${made}-hint`, error && `${made}-error`].filter(Boolean).join(" ") || undefined;
  return (
    <fieldset className={cx(fieldStyles.field, error && fieldStyles.wrong)} {...catchers}>
      <legend className={fieldStyles.legend}>
        {label}
        {optional && <span className={fieldStyles.optional}> (optional)</span>}
      </legend>
      {hint && (
        <div className={fieldStyles.hint} id={`${made}-hint`}>
          {hint}
        </div>
      )}
      <div aria-live="assertive">
        <FieldError id={`${made}-error`} error={error} />
      </div>
      <div className={styles.zone} data-over={over || undefined}>
        {sending && (
          <ProgressBar
            label={`Upload of ${sending.name}`}
            part={sending.part}
            // uploaded is not stored yet: the server is still checking it
            words={`${sending.name}: ${sending.part < 1 ? `${Math.floor(sending.part * 100)}% sent` : "saving…"}`}
          />
        )}
        {!sending && stored && (
          <p className={styles.stored}>
            <a href={stored.url} download={stored.fileName}>
              {stored.fileName}
            </a>{" "}
            <span className={styles.size}>{sizeInWords(stored.size)}</span>
          </p>
        )}
        <div className={styles.actions}>
          {/* it stays during an upload, so that keyboard users keep their place */}
          <label className={cx(buttonClass({ size: "small" }), styles.choose)}>
            <FileUp size={16} aria-hidden="true" />
            <input
              type="file"
              id={id}
              accept={accept}
              aria-describedby={describedBy}
              aria-invalid={error ? true : undefined}
              onChange={({ currentTarget }) => {
                const file = currentTarget.files?.[0];
                if (file) send(file);
                currentTarget.value = ""; // the same file may be chosen again after it was fixed
              }}
            />
            {(sending ?? stored) ? `Replace the ${label}` : `Choose a ${label}`}
          </label>
          {sending && (
            <Button size="small" look="quiet" onClick={giveUp}>
              Stop the upload
            </Button>
          )}
          {!sending && stored && (
            <Button size="small" look="quiet" icon={<Trash size={16} />} onClick={remove}>
              Remove the {label}
            </Button>
          )}
          {!sending && !stored && (
            <span className={styles.drop} aria-hidden="true">
              {over ? "Drop to upload" : "or drop it here"}
            </span>
          )}
        </div>
      </div>
      <VisuallyHidden>
        <output>
          {sending ? `Uploading ${sending.name}` : stored && `${stored.fileName}, ${sizeInWords(stored.size)}`}
        </output>
      </VisuallyHidden>
    </fieldset>
  );
}
