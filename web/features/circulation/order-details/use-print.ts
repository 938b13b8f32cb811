import { useEffect, useState } from "react";

/** Draws something for the printer alone, opens the browser's print dialog, and takes it away again afterwards. */
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
