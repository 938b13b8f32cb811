import { useEffect, useState } from "react";

/** What is rendered for print only, while the print dialog is open. */
export function usePrint<What extends string>() {
  const [printing, setPrinting] = useState<What>();
  useEffect(() => {
    if (!printing) return undefined;
    const done = () => setPrinting(undefined);
    addEventListener("afterprint", done);
    window.print();
    return () => removeEventListener("afterprint", done);
  }, [printing]);
  return { printing, print: setPrinting };
}
