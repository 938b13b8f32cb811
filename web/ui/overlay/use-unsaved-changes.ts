import { useEffect, useRef } from "react";
import { guardLeaving } from "#web/lib/leave-guard.ts";
import { useConfirm } from "./use-confirm.tsx";

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
