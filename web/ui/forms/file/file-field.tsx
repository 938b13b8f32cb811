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
  /** The id of the file picker. */
  id: string;
  send: SendFile;
  /** Why a file need not be sent at all. */
  objection?: (file: File) => string | undefined;
  /** The kinds the picker offers, as for `<input accept>`. */
  accept: string;
};

/** One file, chosen or dropped, and sent at once with its progress; a refusal stands beside it with the file's name. */
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
            // sent is not stored yet: the file is still being looked at
            words={`${sending.name}: ${sending.part < 1 ? `${Math.floor(sending.part * 100)}% sent` : "reading…"}`}
          />
        ) : (
          <FileUp size={28} aria-hidden="true" className={styles.icon} />
        )}
        {/* it stays while a file is sent: whoever came by keyboard keeps their place */}
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
              currentTarget.value = ""; // why: the same file may be chosen again once it is mended
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
