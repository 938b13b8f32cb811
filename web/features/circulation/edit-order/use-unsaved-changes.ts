import { useEffect, useRef } from "react";
import { useBlocker } from "react-router";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";

/** Asks before somebody leaves what they typed. The function it gives is called when leaving is meant. */
export function useUnsavedChanges(dirty: boolean): () => void {
  const meant = useRef(false);
  const confirm = useConfirm();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !meant.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const ask = async () => {
      const leave = await confirm({
        question: "Leave without saving?",
        explanation: "What you changed on this order is not saved yet.",
        confirmLabel: "Leave without saving",
        cancelLabel: "Stay here",
        danger: true,
      });
      if (leave) blocker.proceed();
      else blocker.reset();
    };
    void ask();
  }, [blocker, confirm]);
  useEffect(() => {
    if (!dirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      if (!meant.current) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [dirty]);
  return () => {
    meant.current = true;
  };
}
