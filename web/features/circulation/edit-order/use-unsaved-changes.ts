import { useEffect, useRef } from "react";
import { guardLeaving } from "#web/lib/leave-guard.ts";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";

/** Asks before somebody leaves what they typed. The function it gives is called when leaving is meant. */
export function useUnsavedChanges(dirty: boolean): () => void {
  const takeBack = useRef(() => {});
  const confirm = useConfirm();
  useEffect(() => {
    if (!dirty) return undefined;
    const allow = guardLeaving(() =>
      confirm({
        question: "Leave without saving?",
        explanation: "What you changed on this order is not saved yet.",
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
  }, [dirty, confirm]);
  return () => takeBack.current();
}
