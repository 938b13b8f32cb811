import { type ComponentType, createContext, type ReactNode, use, useCallback, useEffect, useState } from "react";
import type { ConfirmDialogProps, ConfirmQuestion } from "./confirm-dialog.tsx";

type Ask = (question: ConfirmQuestion) => Promise<boolean>;
type Asked = {
  Box: ComponentType<ConfirmDialogProps>;
  question: ConfirmQuestion;
  answer: (yes: boolean) => void;
};

const Confirm = createContext<Ask | undefined>(undefined);

// most pages never ask; a page that may ask loads the dialog when it mounts
const fetchBox = async () => (await import("./confirm-dialog.tsx")).ConfirmDialog;

/** Shows the questions of `useConfirm()`; once, around the routes. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>();
  const ask = useCallback<Ask>(async (question) => {
    const Box = await fetchBox().catch(() => undefined);
    // unreachable: a plain question is better than none
    if (!Box) return globalThis.confirm(question.question);
    return new Promise((resolve) => {
      const answer = (yes: boolean) => {
        setAsked(undefined);
        resolve(yes);
      };
      setAsked({ Box, question, answer });
    });
  }, []);
  return (
    <Confirm value={ask}>
      {children}
      {asked && (
        <asked.Box open {...asked.question} onConfirm={() => asked.answer(true)} onCancel={() => asked.answer(false)} />
      )}
    </Confirm>
  );
}

/** `if (await confirm({ question: "…" })) …` */
export function useConfirm(): Ask {
  const ask = use(Confirm);
  useEffect(() => void fetchBox().catch(() => undefined), []);
  if (!ask) throw new Error("useConfirm() needs a ConfirmProvider above it.");
  return ask;
}
