import { useEffect, useRef } from "react";
import { guardLeaving } from "#web/lib/leave-guard.ts";
import { useConfirm } from "./use-confirm.tsx";

/** Asks before unsaved changes are lost; `explanation` says which. Call the returned function to leave on purpose. */
export function useUnsavedChanges(dirty: boolean, explanation: string): () => void {
  const takeBack = useRef(() => {});
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
    takeBack.current = () => {
      allow();
      removeEventListener("beforeunload", ask);
    };
    return () => takeBack.current();
  }, [dirty, explanation, confirm]);
  return () => takeBack.current();
}
