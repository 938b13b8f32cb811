import { type RefObject, useEffect, useRef, useState } from "react";
import { readSlip } from "#contract/desk/slip-code.ts";
import { readLabel } from "#contract/labels.ts";
import { useHandScanner } from "#web/ui/code-scanner/use-hand-scanner.ts";
import { searchKeyIsOff } from "#web/ui/navigation/search-key.ts";
import { toast } from "#web/ui/feedback/toast.ts";
import { Combobox } from "./combobox.tsx";
import styles from "./scan-box.module.css";
import { ScansOfSession } from "./scans-of-session.tsx";
import { useScans } from "./use-scans.ts";
import { messages } from "#contract/specified-messages.ts";
import { IconButton } from "#web/ui/actions/button.tsx";
import { CodeScanner } from "#web/ui/code-scanner/code-scanner.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { ScanQrCode } from "#web/ui/icons.tsx";
import { useLocation } from "#web/ui/router/router.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import type { Scan } from "#web/ui/code-scanner/session-scans.ts";

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

type ScanWithCameraProps = {
  /** Inside the window, so that the hand scanner recognizes it. */
  inside: RefObject<HTMLDivElement | null>;
  onCode: (text: string) => Promise<void>;
  newest: Scan | undefined;
};

/** Scans with the camera, one after another, until the window is closed or a scan leads to another page. */
function ScanWithCamera({ inside, onCode, newest }: ScanWithCameraProps) {
  const { pathname } = useLocation();
  const [opened, setOpened] = useState<{ on: string; before: number }>(); // before: the newest scan when it was opened
  const [nothing, setNothing] = useState(false);
  return (
    <>
      <IconButton
        label="Scan with the camera"
        icon={<ScanQrCode size={20} />}
        onClick={() => {
          setNothing(false);
          setOpened({ on: pathname, before: newest?.number ?? 0 });
        }}
      />
      {opened?.on === pathname && (
        <Dialog open title="Scan with the camera" onClose={() => setOpened(undefined)} initialFocus={inside}>
          <div ref={inside} tabIndex={-1}>
            <CodeScanner
              onCode={async (text) => {
                setNothing(false);
                await onCode(text);
              }}
              onNothing={() => setNothing(true)}
              said={
                <>
                  {newest && newest.number > opened.before && (
                    <Alert key={newest.number} tone={newest.isGood ? "success" : "error"}>
                      {newest.words}
                    </Alert>
                  )}
                  {nothing && <Alert tone="error">{messages.trouble.noQrCode}</Alert>}
                </>
              }
            />
          </div>
        </Dialog>
      )}
    </>
  );
}
