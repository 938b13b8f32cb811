import type { ReactNode } from "react";
import { createContext, use, useCallback, useState } from "react";
import type { ConfirmQuestion } from "./confirm-dialog.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

type Ask = (question: ConfirmQuestion) => Promise<boolean>;

const Confirm = createContext<Ask | undefined>(undefined);

/** Shows the questions of `useConfirm()`; once, around the routes. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ question: ConfirmQuestion; answer: (yes: boolean) => void }>();
  const ask = useCallback<Ask>(
    (question) =>
      new Promise((resolve) => {
        const answer = (yes: boolean) => {
          setAsked(undefined);
          resolve(yes);
        };
        setAsked({ question, answer });
      }),
    [],
  );
  return (
    <Confirm value={ask}>
      {children}
      {asked && (
        <ConfirmDialog
          open
          {...asked.question}
          onConfirm={() => asked.answer(true)}
          onCancel={() => asked.answer(false)}
        />
      )}
    </Confirm>
  );
}

/** `if (await confirm({ question: "…" })) …` */
export function useConfirm(): Ask {
  const ask = use(Confirm);
  if (!ask) throw new Error("useConfirm() needs a ConfirmProvider above it.");
  return ask;
}
