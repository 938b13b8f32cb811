import { Button } from "#web/ui/actions/button.tsx";
import { FileUp } from "#web/ui/icons.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { DropHint, FileGroup, type FileTexts, UploadBar } from "./file-group.tsx";
import styles from "./file-field.module.css";
import { type Upload, type Uploading, useUpload } from "./use-upload.ts";

type FileFieldProps = Pick<FileTexts, "id" | "label" | "hint" | "accept"> &
  Pick<Uploading<void>, "objection"> & { send: Upload<void> };

/** A file, chosen or dropped, that is uploaded right away with progress. */
export function FileField({ send: upload, objection, ...texts }: FileFieldProps) {
  const { sending, refused, send, cancel } = useUpload(texts.id, { upload, objection });
  return (
    <FileGroup {...texts} error={refused && `${refused.name}: ${refused.reason}`} isAnnounced onFile={send}>
      {(isOver, picker) => (
        <>
          <div className={styles.zone} data-over={isOver || undefined}>
            {sending ? (
              <UploadBar sending={sending} end="reading…" />
            ) : (
              <FileUp size={28} aria-hidden="true" className={styles.icon} />
            )}
            {picker((sending ?? refused) ? "Choose another file" : "Choose a file", {
              look: sending ? "secondary" : "primary",
            })}
            {sending ? (
              <Button look="quiet" onClick={cancel}>
                Cancel upload
              </Button>
            ) : (
              <DropHint isOver={isOver} />
            )}
          </div>
          <VisuallyHidden>
            <output>{sending && `Uploading ${sending.file.name}`}</output>
          </VisuallyHidden>
        </>
      )}
    </FileGroup>
  );
}
