import { type DragEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { cx } from "#web/ui/cx.ts";
import type { FieldTexts } from "./field.tsx";
import styles from "./file-fields.module.css";
import { Button, buttonClass, type ButtonLook } from "#web/ui/actions/button.tsx";
import { FileUp, Trash } from "#web/ui/icons.tsx";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { ProgressBar } from "#web/ui/progress.tsx";
import { FieldGroup } from "./field-groups.tsx";
import { formatSize } from "#web/ui/data/details.tsx";

export type Upload<Stored> = (
  file: File,
  options: { signal: AbortSignal; onProgress: (part: number) => void },
) => Promise<Stored>;

/** A running upload: the file and the uploaded fraction, 0 to 1. */
export type Sending = { file: File; part: number };

export type Uploading<Stored> = {
  upload: Upload<Stored>;
  onChange?: (stored: Stored | null) => void;
  /** Returns the reason to refuse a file without uploading it. */
  objection?: ((file: File) => string | undefined) | undefined;
  /** Called with the upload's promise, which resolves to whether the file was stored. */
  onUploading?: (running: Promise<boolean>) => void;
};

/** Runs one upload at a time: a second file replaces the first. `id` is the picker's, which gets the focus back. */
export function useUpload<Stored>(id: string, { upload, onChange, objection, onUploading }: Uploading<Stored>) {
  const [sending, setSending] = useState<Sending>();
  const [refusal, setRefusal] = useState<{ name: string; reason: string }>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const store = async (file: File, control: AbortController): Promise<boolean> => {
    const isCurrent = () => running.current === control;
    const onProgress = (part: number) => isCurrent() && setSending((before) => before && { file, part });
    setSending({ file, part: 0 });
    try {
      const stored = await upload(file, { signal: control.signal, onProgress });
      if (control.signal.aborted) return false;
      onChange?.(stored);
      return true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!control.signal.aborted) setRefusal({ name: file.name, reason });
      return false;
    } finally {
      if (isCurrent()) setSending(undefined);
    }
  };
  const focus = () => document.getElementById(id)?.focus();
  return {
    sending,
    refusal,
    send: (file: File) => {
      running.current?.abort();
      const reason = objection?.(file);
      setRefusal(reason ? { name: file.name, reason } : undefined);
      if (reason) {
        setSending(undefined);
        return;
      }
      running.current = new AbortController();
      const result = store(file, running.current);
      onUploading?.(result);
    },
    cancel: () => {
      running.current?.abort();
      setSending(undefined);
      focus();
    },
    remove: () => {
      setRefusal(undefined);
      onChange?.(null);
      focus();
    },
  };
}

export type FileTexts = Omit<FieldTexts, "labelHidden"> & {
  id: string;
  accept: string;
};

type FileGroupProps = FileTexts & {
  isAnnounced?: boolean;
  onFile: (file: File) => void;
  /** `isOver` while a file is dragged over it. Render the picker during an upload, too, so that it keeps the focus. */
  children: (isOver: boolean, picker: (label: ReactNode, look?: ButtonLook) => ReactNode) => ReactNode;
};

export function FileGroup({ id, accept, onFile, children, ...texts }: FileGroupProps) {
  const { isOver, handlers } = useDrop(onFile);
  return (
    <FieldGroup {...texts} {...handlers}>
      {(describedBy) =>
        children(isOver, (label, look = {}) => (
          <label className={cx(buttonClass(look), styles.choose)}>
            <input
              type="file"
              id={id}
              accept={accept}
              aria-describedby={describedBy}
              aria-invalid={texts.error ? true : undefined}
              onChange={({ currentTarget }) => {
                const file = currentTarget.files?.[0];
                if (file) onFile(file);
                currentTarget.value = ""; // so that the same file can be chosen again after a fix
              }}
            />
            {label}
          </label>
        ))
      }
    </FieldGroup>
  );
}

/** Hints that files can be dropped, except on touch screens. */
export function DropHint({ isOver }: { isOver: boolean }) {
  return (
    <span className={styles.drop} aria-hidden="true">
      {isOver ? "Drop to upload" : "or drop it here"}
    </span>
  );
}

/** Shows an upload's progress, then `end` while the server processes the file. */
export function UploadBar({ sending: { file, part }, end }: { sending: Sending; end: string }) {
  return (
    <ProgressBar
      label={`Uploading ${file.name}`}
      part={part}
      words={`${file.name}: ${part < 1 ? `${Math.floor(part * 100)}% uploaded` : end}`}
    />
  );
}

/** Returns handlers for files dropped on an element, and whether one is dragged over it. */
function useDrop(onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    // a file dropped beside the element would replace the page
    const prevent = (event: Event) => event.preventDefault();
    addEventListener("dragover", prevent);
    addEventListener("drop", prevent);
    return () => {
      removeEventListener("dragover", prevent);
      removeEventListener("drop", prevent);
    };
  }, []);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer.files[0];
      if (file) onFile(file);
    },
  };
  return { isOver, handlers };
}

type FileFieldProps = Pick<FileTexts, "id" | "label" | "hint" | "accept"> &
  Pick<Uploading<void>, "objection"> & { send: Upload<void> };

/** Uploads a chosen or dropped file right away, with progress. */
export function FileField({ send: upload, objection, ...texts }: FileFieldProps) {
  const { sending, refusal, send, cancel } = useUpload(texts.id, { upload, objection });
  return (
    <FileGroup {...texts} error={refusal && `${refusal.name}: ${refusal.reason}`} isAnnounced onFile={send}>
      {(isOver, picker) => (
        <>
          <div className={styles.fileZone} data-over={isOver || undefined}>
            {sending ? (
              <UploadBar sending={sending} end="reading…" />
            ) : (
              <FileUp size={28} aria-hidden="true" className={styles.icon} />
            )}
            {picker((sending ?? refusal) ? "Choose another file" : "Choose a file", {
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

type StoredDocument = { url: string; fileName: string; size: number };

type DocumentFieldProps<D extends StoredDocument> = FileTexts & Uploading<D> & { stored: D | null };

export function DocumentField<D extends StoredDocument>(props: DocumentFieldProps<D>) {
  const { id, label, hint, optional, stored, accept } = props;
  const { sending, refusal, send, cancel, remove } = useUpload(id, props);
  const current = sending ? undefined : stored;
  return (
    <FileGroup
      {...{ id, label, hint, optional, accept }}
      error={refusal?.reason ?? props.error}
      isAnnounced
      onFile={send}
    >
      {(isOver, picker) => (
        <>
          <div className={styles.documentZone} data-over={isOver || undefined}>
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
