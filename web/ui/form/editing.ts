import { useEffect, useRef, useState } from "react";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { guardLeaving } from "#web/lib/kept-work.ts";

/** Tracks whether a card shows its form; when the form closes, its opener gets the focus back. */
export function useEditing(start: boolean | (() => boolean) = false) {
  const [editing, setEditing] = useState(start);
  const opener = useRef<HTMLButtonElement>(null);
  const previous = useRef(editing);
  useEffect(() => {
    if (previous.current && !editing) opener.current?.focus();
    previous.current = editing;
  }, [editing]);
  return { editing, setEditing, opener };
}

/** Tracks a form's running uploads, which a save must wait for. */
export function useUploads() {
  const running = useRef(new Map<Promise<boolean>, string>());
  return {
    /** Registers an upload of a field; it resolves to whether the file was stored. */
    waitFor: (field: string) => (upload: Promise<boolean>) => {
      running.current.set(upload, field);
      void upload.then(() => running.current.delete(upload));
    },
    /** Waits for all uploads; on failure, focuses the field and returns false. */
    allStored: async (): Promise<boolean> => {
      for (const [upload, field] of running.current) {
        if (await upload) continue;
        document.getElementById(field)?.focus();
        return false;
      }
      return true;
    },
  };
}

/** Asks before unsaved changes are lost; call the returned function to leave without asking. */
export function useUnsavedChanges(dirty: boolean, explanation: string): () => void {
  const release = useRef(() => {});
  const confirm = useConfirm();
  useEffect(() => {
    if (!dirty) return undefined;
    const allow = guardLeaving(() =>
      confirm({
        question: "Leave without saving?",
        explanation,
        confirmLabel: "Leave without saving",
        cancelLabel: "Stay here",
        danger: true,
      }),
    );
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    release.current = () => {
      allow();
      removeEventListener("beforeunload", ask);
    };
    return () => release.current();
  }, [dirty, explanation, confirm]);
  return () => release.current();
}
