import { useEffect, useState } from "react";

/** Whether a moment, in milliseconds of this browser’s clock, is still to come; it renders again when it passes. */
export function useIsBefore(moment: number | undefined): boolean {
  const [passed, setPassed] = useState<number>();
  useEffect(() => {
    if (moment === undefined) return undefined;
    const timer = setTimeout(() => setPassed(moment), Math.max(0, moment - Date.now()));
    return () => clearTimeout(timer);
  }, [moment]);
  return moment !== undefined && moment !== passed;
}
