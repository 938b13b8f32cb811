import { useMutation } from "@tanstack/react-query";
import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { readScan } from "#contract/desk/scans.ts";
import { CameraDialog } from "#web/desk/scanning/camera-dialog.tsx";
import { isOwnCode } from "#web/desk/scanning/find-scanned-copy.ts";
import { call } from "#web/lib/call.ts";
import { UndoButton } from "#web/ui/actions/action-button.tsx";
import { Button, IconButton } from "#web/ui/actions/button.tsx";
import { activeSignals, type Signal, signals, storeSignals, trySignal } from "#web/ui/code-scanner/scan-signals.ts";
import type { Scan } from "#web/ui/code-scanner/session-scans.ts";
import { useHandScanner } from "#web/ui/code-scanner/use-hand-scanner.ts";
import { cx } from "#web/ui/cx.ts";
import { CircleAlert, CircleCheck, History, ScanQrCode } from "#web/ui/icons.tsx";
import { Combobox } from "./combobox.tsx";
import styles from "./scan-box.module.css";
import { useScans } from "./use-scans.ts";
import { Row } from "#web/ui/layout.tsx";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { CheckboxField } from "#web/ui/forms/choice-fields.tsx";
import { useLocation } from "#web/ui/router.tsx";
import { searchKeyIsOff } from "#web/lib/stored-choice.ts";

/** Finds typed texts and handles hand scans on every staff page, unless the page handles them itself. */
export function ScanBox() {
  const scans = useScans();
  const field = useRef<HTMLInputElement>(null);
  const inside = useRef<HTMLDivElement>(null);
  useFocusBySlash(field);
  useHandScanner({
    onText: (text) => void scans.scan(text),
    read: readScan,
    isCode: isOwnCode,
    inside,
    fallback: { onBlocked: () => toast("Close this window, then scan again.", "info") },
  });
  return (
    <search aria-label="Search everything" className={styles.box}>
      {/* at the left, because the menu's groups open over the right */}
      <ScanWithCamera inside={inside} onCode={scans.scan} newest={scans.scans[0]} />
      <Combobox field={field} onChoose={scans.choose} />
      <ScansOfSession {...scans} />
    </search>
  );
}

/** Focuses the field by the key "/", unless it is typed into another field. */
function useFocusBySlash(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      const { target, key } = event;
      const isTyping = target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]");
      const withModifier = event.ctrlKey || event.altKey || event.metaKey;
      if (key !== "/" || isTyping || withModifier || document.querySelector("dialog:modal") || searchKeyIsOff()) return;
      event.preventDefault();
      field.current?.focus();
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

/** Scans with the camera until the window is closed or a scan opens another page. */
function ScanWithCamera({ inside, onCode, newest }: ScanWithCameraProps) {
  const { pathname } = useLocation();
  const [opened, setOpened] = useState<{ on: string; before: number }>(); // before: the newest scan at that time
  return (
    <>
      <IconButton
        label="Scan with the camera"
        icon={<ScanQrCode size={20} />}
        onClick={() => setOpened({ on: pathname, before: newest?.number ?? 0 })}
      />
      {opened?.on === pathname && (
        <CameraDialog
          title="Scan with the camera"
          inside={inside}
          onClose={() => setOpened(undefined)}
          onCode={onCode}
          result={
            newest &&
            newest.number > opened.before && (
              <Alert key={newest.number} tone={newest.isGood ? "success" : "error"}>
                {newest.words}
              </Alert>
            )
          }
        />
      )}
    </>
  );
}

type ScansOfSessionProps = {
  scans: readonly Scan[];
  undoOf: (scan: Scan) => (() => Promise<void>) | undefined;
};

/** Lists the scans of this tab with their Undo, and this person's scan signals. */
function ScansOfSession({ scans, undoOf }: ScansOfSessionProps) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const panelId = useId();
  useCloseOutside(box, open, () => setOpen(false));
  return (
    <div ref={box} className={styles.scans}>
      <Button
        look="quiet"
        icon={<History size={20} />}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
      >
        <span className={styles.word}>Scans</span>
        {scans.length > 0 && (
          <span>
            {scans.length}
            <VisuallyHidden> in this session</VisuallyHidden>
          </span>
        )}
      </Button>
      {open && (
        <section id={panelId} aria-label="Scans of this session" className={styles.panel}>
          {scans.length === 0 && <p className={styles.detail}>Nothing scanned yet.</p>}
          <ol className={styles.log}>
            {scans.map((scan) => (
              <Entry key={scan.number} scan={scan} undo={undoOf(scan)} />
            ))}
          </ol>
          <SignalSwitches />
        </section>
      )}
    </div>
  );
}

type EntryProps = { scan: Scan; undo: (() => Promise<void>) | undefined };

function Entry({ scan: { words, isGood, undo: originalUndo }, undo }: EntryProps) {
  const Icon = isGood ? CircleCheck : CircleAlert;
  return (
    <li className={cx(styles.entry, !isGood && styles.bad)}>
      <Icon size={18} aria-hidden="true" />
      <span>
        {words}
        {originalUndo && !undo && <span className={styles.detail}> Undone.</span>}
      </span>
      {undo && <UndoButton aria-label={`Undo: ${words}`} action={undo} />}
    </li>
  );
}

const signalWords: Record<Signal, string> = { sound: "Sound", vibration: "Vibration" };

/** Saves each change right away, for every device of this person. */
function SignalSwitches() {
  const [enabled, setEnabled] = useState(activeSignals);
  const save = useMutation({
    mutationFn: (next: Signal[]) => call("POST Staff/ChangeScanSignals", { body: { scanSignals: next } }),
    scope: { id: "scan signals" }, // the last press is the last one saved
  });
  const change = (signal: Signal, on: boolean) => {
    const next = signals.filter((each) => (each === signal ? on : enabled.includes(each)));
    setEnabled(next);
    storeSignals(next);
    if (on) trySignal(signal);
    save.mutate(next);
  };
  return (
    <Row>
      {signals.map((signal) => (
        <CheckboxField
          key={signal}
          label={signalWords[signal]}
          name={`scan-${signal}`}
          checked={enabled.includes(signal)}
          aria-busy={save.isPending || undefined}
          onChange={({ target }) => change(signal, target.checked)}
        />
      ))}
    </Row>
  );
}

function useCloseOutside(box: RefObject<HTMLElement | null>, open: boolean, close: () => void): void {
  useEffect(() => {
    if (!open) return undefined;
    const press = ({ target }: Event) => target instanceof Node && !box.current?.contains(target) && close();
    const key = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      box.current?.querySelector("button")?.focus();
      close();
    };
    addEventListener("pointerdown", press);
    addEventListener("keydown", key);
    return () => {
      removeEventListener("pointerdown", press);
      removeEventListener("keydown", key);
    };
  });
}
