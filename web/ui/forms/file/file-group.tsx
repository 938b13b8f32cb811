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
  /** `over`: a file is dragged over it. The picker stays during an upload, so that keyboard users keep their place. */
  children: (over: boolean, picker: (words: ReactNode, look?: ButtonLook) => ReactNode) => ReactNode;
};

export function FileGroup({ id, accept, onFile, children, ...texts }: FileGroupProps) {
  const { over, catchers } = useDrop(onFile);
  return (
    <FieldGroup {...texts} {...catchers}>
      {(describedBy) =>
        children(over, (words, look = {}) => (
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
                currentTarget.value = ""; // the same file may be chosen again after it was fixed
              }}
            />
            {words}
          </label>
        ))
      }
    </FieldGroup>
  );
}

/** Where files can be dropped, hidden on touch screens, which cannot. */
export function DropHint({ over }: { over: boolean }) {
  return (
    <span className={styles.drop} aria-hidden="true">
      {over ? "Drop to upload" : "or drop it here"}
    </span>
  );
}

/** `end`: uploaded is not finished yet, the server is still at work. */
export function UploadBar({ sending: { file, part }, end }: { sending: Sending; end: string }) {
  return (
    <ProgressBar
      label={`Upload of ${file.name}`}
      part={part}
      words={`${file.name}: ${part < 1 ? `${Math.floor(part * 100)}% sent` : end}`}
    />
  );
}

/** Handles files dropped on an element: whether one is dragged over it, and the element's handlers. */
function useDrop(onFile: (file: File) => void) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    // dropped next to the element, the browser would open the file instead of the page
    const keep = (event: Event) => event.preventDefault();
    addEventListener("dragover", keep);
    addEventListener("drop", keep);
    return () => {
      removeEventListener("dragover", keep);
      removeEventListener("drop", keep);
    };
  }, []);
  const catchers = {
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
  return { over, catchers };
}
