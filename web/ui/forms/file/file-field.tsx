import { useId } from "react";
import { Button } from "#web/ui/actions/button.tsx";
import { buttonClass } from "#web/ui/actions/button-look.ts";
import { cx } from "#web/ui/cx.ts";
import { FileUp } from "#web/ui/icons.tsx";
import { ProgressBar } from "#web/ui/progress/progress-bar.tsx";
import type { FieldTexts } from "#web/ui/forms/field.tsx";
import { FieldError } from "#web/ui/forms/field.tsx";
import fieldStyles from "#web/ui/forms/field.module.css";
import { useDrop } from "#web/ui/forms/picture/use-drop.ts";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import styles from "./file-field.module.css";
import type { SendFile } from "./use-file-sending.ts";
import { useFileSending } from "./use-file-sending.ts";

type FileFieldProps = Pick<FieldTexts, "label" | "hint"> & {
  /** The file picker's id. */
  id: string;
  send: SendFile;
  /** Why a file can be refused without uploading it. */
  objection?: (file: File) => string | undefined;
  /** The picker's types, as for `<input accept>`. */
  accept: string;
};

/** One file, chosen or dropped, and uploaded at once with progress; refusals appear with the file's name. */
export function FileField({ id, label, hint, accept, send, objection }: FileFieldProps) {
  const { sending, refused, take, giveUp } = useFileSending({ id, send, objection });
  const { over, catchers } = useDrop(take);
  const made = useId();
  const describedBy = [hint && `${made}-hint`, refused && `${made}-error`].filter(Boolean).join(" ") || undefined;
  return (
    <fieldset className={cx(fieldStyles.field, refused && fieldStyles.wrong)} {...catchers}>
      <legend className={fieldStyles.legend}>{label}</legend>
      {hint && (
        <div className={fieldStyles.hint} id={`${made}-hint`}>
          {hint}
        </div>
      )}
      <div aria-live="assertive">
        <FieldError id={`${made}-error`} error={refused && `${refused.name}: ${refused.why}`} />
      </div>
      <div className={styles.zone} data-over={over || undefined}>
        {sending ? (
          <ProgressBar
            label={`Upload of ${sending.name}`}
            part={sending.part}
            // uploaded is not stored yet: the server is still checking it
            words={`${sending.name}: ${sending.part < 1 ? `${Math.floor(sending.part * 100)}% sent` : "reading…"}`}
          />
        ) : (
          <FileUp size={28} aria-hidden="true" className={styles.icon} />
        )}
        {/* it stays during an upload, so that keyboard users keep their place */}
        <label className={cx(buttonClass({ look: sending ? "secondary" : "primary" }), styles.choose)}>
          <input
            type="file"
            id={id}
            accept={accept}
            aria-describedby={describedBy}
            aria-invalid={refused ? true : undefined}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              if (file) take(file);
              currentTarget.value = ""; // the same file may be chosen again after it was fixed
            }}
          />
          {(sending ?? refused) ? "Choose another file" : "Choose a file"}
        </label>
        {sending ? (
          <Button look="quiet" onClick={giveUp}>
            Stop the upload
          </Button>
        ) : (
          <span className={styles.drop} aria-hidden="true">
            {over ? "Drop to upload" : "or drop it here"}
          </span>
        )}
      </div>
      <VisuallyHidden>
        <output>{sending && `Uploading ${sending.name}`}</output>
      </VisuallyHidden>
    </fieldset>
  );
}
