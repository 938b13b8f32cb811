import { useState } from "react";
import { useLazy } from "#web/ui/feedback/loading.tsx";

const load = () => import("./terms-dialog.tsx");

/** Returns a function that opens the terms, and their dialog, which loads after the page. */
export function useTermsDialog() {
  const [isOpen, setOpen] = useState(false);
  const part = useLazy(load);
  return {
    openTerms: () => setOpen(true),
    termsDialog: isOpen && part && <part.TermsDialog onClose={() => setOpen(false)} />,
  };
}
