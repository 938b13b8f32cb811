import { Button } from "#web/ui/actions/button.tsx";
import { formatSize } from "#web/ui/data/size-in-words.ts";
import { FileUp, Trash } from "#web/ui/icons.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import styles from "./document-field.module.css";
import { DropHint, FileGroup, type FileTexts, UploadBar } from "./file-group.tsx";
import { type Uploading, useUpload } from "./use-upload.ts";

type StoredDocument = { url: string; fileName: string; size: number };

type DocumentFieldProps<D extends StoredDocument> = FileTexts & Uploading<D> & { stored: D | null };

export function DocumentField<D extends StoredDocument>(props: DocumentFieldProps<D>) {
  const { id, label, hint, optional, stored, accept } = props;
  const { sending, refused, send, cancel, remove } = useUpload(id, props);
  const current = sending ? undefined : stored;
  return (
    <FileGroup
      {...{ id, label, hint, optional, accept }}
      error={refused?.reason ?? props.error}
      isAnnounced
      onFile={send}
    >
      {(isOver, picker) => (
        <>
          <div className={styles.zone} data-over={isOver || undefined}>
            {sending && <UploadBar sending={sending} end="saving…" />}
            {current && (
              <p className={styles.stored}>
                <a href={current.url} download={current.fileName}>
                  {current.fileName}
                </a>{" "}
                <span className={styles.size}>{formatSize(current.size)}</span>
              </p>
            )}
            <div className={styles.actions}>
              {picker(
                <>
                  <FileUp size={16} aria-hidden="true" />
                  {(sending ?? stored) ? `Replace the ${label}` : `Choose a ${label}`}
                </>,
                { size: "small" },
              )}
              {sending && (
                <Button size="small" look="quiet" onClick={cancel}>
                  Cancel upload
                </Button>
              )}
              {current && (
                <Button size="small" look="quiet" icon={<Trash size={16} />} onClick={remove}>
                  Remove the {label}
                </Button>
              )}
              {!sending && !stored && <DropHint isOver={isOver} />}
            </div>
          </div>
          <VisuallyHidden>
            <output>
              {sending ? `Uploading ${sending.file.name}` : stored && `${stored.fileName}, ${formatSize(stored.size)}`}
            </output>
          </VisuallyHidden>
        </>
      )}
    </FileGroup>
  );
}
