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

/** A file that is stored: where it is, what it is called, and its size in bytes. */
type StoredDocument = { url: string; fileName: string; size: number };

type DocumentFieldProps<D extends StoredDocument> = Omit<FieldTexts, "labelHidden"> & {
  /** The id of the file picker. */
  id: string;
  /** The file as it stands, or null. */
  stored: D | null;
  onChange: (stored: D | null) => void;
  upload: Upload<D>;
  /** Why a file need not be sent at all. */
  objection?: (file: File) => string | undefined;
  /** The kinds the picker offers, as for `<input accept>`. */
  accept: string;
  /** Told the upload that runs, so that a form can wait for it: true once the file is stored, false when it is not. */
  onUploading?: (running: Promise<boolean>) => void;
};

/** One file of a form: chosen or dropped, sent at once with its progress, named with its size, replaced, taken away. */
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
            // sent is not stored yet: the file is still being looked at
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
          {/* it stays while a file is sent: whoever came by keyboard keeps their place */}
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
                currentTarget.value = ""; // why: the same file may be chosen again once it is mended
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
