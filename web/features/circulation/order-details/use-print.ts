import { useEffect, useState } from "react";

/** Renders something only for print, opens the print dialog, and removes it afterwards. */
export function usePrint(): { printing: boolean; print: () => void } {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    if (!printing) return undefined;
    const done = () => setPrinting(false);
    addEventListener("afterprint", done);
    window.print();
    return () => removeEventListener("afterprint", done);
  }, [printing]);
  return { printing, print: () => setPrinting(true) };
}
