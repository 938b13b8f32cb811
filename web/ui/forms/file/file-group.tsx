import { type DragEvent, type ReactNode, useEffect, useState } from "react";
import { cx } from "#web/ui/cx.ts";
import type { FieldTexts } from "#web/ui/forms/field.tsx";
import { FieldGroup } from "#web/ui/forms/field-group.tsx";
import { ProgressBar } from "#web/ui/progress/progress-bar.tsx";
import type { Sending } from "./use-upload.ts";
import styles from "./file-group.module.css";
import { buttonClass, type ButtonLook } from "#web/ui/actions/button.tsx";

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

/** A hint that files can be dropped, hidden on touch screens. */
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
