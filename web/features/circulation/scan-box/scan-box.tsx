import { type RefObject, useEffect, useRef } from "react";
import { readSlip } from "#contract/desk/slip-code.ts";
import { readLabel } from "#contract/labels.ts";
import { useHandScanner } from "#web/ui/code-scanner/use-hand-scanner.ts";
import { searchKeyIsOff } from "#web/ui/navigation/search-key.ts";
import { toast } from "#web/ui/feedback/toast.ts";
import { Combobox } from "./combobox.tsx";
import styles from "./scan-box.module.css";
import { ScanWithCamera } from "./scan-with-camera.tsx";
import { ScansOfSession } from "./scans-of-session.tsx";
import { useScans } from "./use-scans.ts";

const isOurs = (text: string) => readLabel(text) !== undefined || readSlip(text) !== undefined;

/**
 * In the header of every staff page: says what a typed text may be and does what is chosen, and takes what the hand scanner
 * reads wherever the cursor is, unless the page takes it.
 */
export function ScanBox() {
  const scans = useScans();
  const field = useRef<HTMLInputElement>(null);
  const inside = useRef<HTMLDivElement>(null);
  useFocusBySlash(field);
  useHandScanner({
    onText: (text) => void scans.scan(text),
    isCode: isOurs,
    inside,
    fallback: { onBlocked: () => toast("Close this window, then scan again.", "info") },
  });
  return (
    <search aria-label="Everything" className={styles.box}>
      <Combobox field={field} onChoose={scans.choose} />
      <ScanWithCamera inside={inside} onCode={scans.scan} newest={scans.scans[0]} />
      <ScansOfSession {...scans} />
    </search>
  );
}

/** The key / leads to the field, unless it is typed somewhere. */
function useFocusBySlash(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      const { target, key } = event;
      const isTyping = target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]");
      const withModifier = event.ctrlKey || event.altKey || event.metaKey;
      if (key !== "/" || isTyping || withModifier || document.querySelector("dialog:modal") || searchKeyIsOff()) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [field]);
}
