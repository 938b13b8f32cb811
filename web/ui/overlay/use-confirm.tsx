import { type ComponentType, createContext, type ReactNode, use, useCallback, useEffect, useState } from "react";
import type { ConfirmDialogProps, ConfirmQuestion } from "./dialog.tsx";

type Ask = (question: ConfirmQuestion) => Promise<boolean>;
type OpenQuestion = {
  Box: ComponentType<ConfirmDialogProps>;
  question: ConfirmQuestion;
  answer: (yes: boolean) => void;
};

const Confirm = createContext<Ask | undefined>(undefined);

// loaded only by pages that may ask
const fetchBox = async () => (await import("./dialog.tsx")).ConfirmDialog;

/** Shows the questions of `useConfirm()`; rendered once, around the routes. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState<OpenQuestion>();
  const ask = useCallback<Ask>(async (question) => {
    const Box = await fetchBox().catch(() => undefined);
    // if the dialog cannot be loaded, the browser asks
    if (!Box) return globalThis.confirm(question.question);
    return new Promise((resolve) => {
      const answer = (yes: boolean) => {
        setCurrent(undefined);
        resolve(yes);
      };
      setCurrent({ Box, question, answer });
    });
  }, []);
  return (
    <Confirm value={ask}>
      {children}
      {current && (
        <current.Box
          open
          {...current.question}
          onConfirm={() => current.answer(true)}
          onCancel={() => current.answer(false)}
        />
      )}
    </Confirm>
  );
}

/** Returns a function that asks: `if (await confirm({ question: "…" })) …` */
export function useConfirm(): Ask {
  const ask = use(Confirm);
  useEffect(() => void fetchBox().catch(() => undefined), []);
  if (!ask) throw new Error("useConfirm() needs a ConfirmProvider above it.");
  return ask;
}
