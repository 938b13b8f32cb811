import { Button } from "#web/ui/actions/button.tsx";
import { sizeInWords } from "#web/ui/data/size-in-words.ts";
import { FileUp, Trash } from "#web/ui/icons.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import styles from "./document-field.module.css";
import { DropHint, FileGroup, type FileTexts, UploadBar } from "./file-group.tsx";
import { type Uploading, useUpload } from "./use-upload.ts";

type StoredDocument = { url: string; fileName: string; size: number };

type DocumentFieldProps<D extends StoredDocument> = FileTexts & Uploading<D> & { stored: D | null };

export function DocumentField<D extends StoredDocument>(props: DocumentFieldProps<D>) {
  const { id, label, hint, optional, stored, accept } = props;
  const { sending, refused, send, giveUp, remove } = useUpload(id, props);
  const shown = sending ? undefined : stored;
  return (
    <FileGroup {...{ id, label, hint, optional, accept }} error={refused?.why ?? props.error} isAnnounced onFile={send}>
      {(over, picker) => (
        <>
          <div className={styles.zone} data-over={over || undefined}>
            {sending && <UploadBar sending={sending} end="saving…" />}
            {shown && (
              <p className={styles.stored}>
                <a href={shown.url} download={shown.fileName}>
                  {shown.fileName}
                </a>{" "}
                <span className={styles.size}>{sizeInWords(shown.size)}</span>
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
                <Button size="small" look="quiet" onClick={giveUp}>
                  Stop the upload
                </Button>
              )}
              {shown && (
                <Button size="small" look="quiet" icon={<Trash size={16} />} onClick={remove}>
                  Remove the {label}
                </Button>
              )}
              {!sending && !stored && <DropHint over={over} />}
            </div>
          </div>
          <VisuallyHidden>
            <output>
              {sending ? `Uploading ${sending.file.name}` : stored && `${stored.fileName}, ${sizeInWords(stored.size)}`}
            </output>
          </VisuallyHidden>
        </>
      )}
    </FileGroup>
  );
}
