import { useMutation } from "@tanstack/react-query";
import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { CheckboxField } from "#web/ui/forms/checkbox-field.tsx";
import { CircleAlert, CircleCheck, History, Undo2 } from "#web/ui/icons.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { keepSignals, type Signal, signals, signalsHere, trySignal } from "#web/ui/code-scanner/scan-signals.ts";
import styles from "./scan-box.module.css";
import type { Scan } from "#web/ui/code-scanner/session-scans.ts";

type ScansOfSessionProps = {
  scans: readonly Scan[];
  /** Undoes a scan; undefined when there is nothing to undo, or not anymore. */
  undoOf: (scan: Scan) => (() => Promise<void>) | undefined;
};

/** The scans of this tab, each check-in, check-out and swap with its Undo, and how scans answer this person. */
export function ScansOfSession({ scans, undoOf }: ScansOfSessionProps) {
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

function Entry({ scan: { words, isGood, undo: wasDone }, undo }: EntryProps) {
  const [busy, setBusy] = useState(false);
  const Icon = isGood ? CircleCheck : CircleAlert;
  return (
    <li className={cx(styles.entry, !isGood && styles.bad)}>
      <Icon size={18} aria-hidden="true" />
      <span>
        {words}
        {wasDone && !undo && <span className={styles.detail}> Undone.</span>}
      </span>
      {undo && (
        <Button
          size="small"
          icon={<Undo2 size={18} />}
          busy={busy}
          aria-label={`Undo: ${words}`}
          onClick={() => {
            setBusy(true);
            void undo().then(() => setBusy(false));
          }}
        >
          Undo
        </Button>
      )}
    </li>
  );
}

const signalWords: Record<Signal, string> = { sound: "Sound", vibration: "Vibration" };

/** Each checkbox saves at once, for every device of this person. */
function SignalSwitches() {
  const [wished, setWished] = useState(signalsHere);
  const save = useMutation({
    mutationFn: (chosen: Signal[]) => call("POST Staff/ChangeScanSignals", { body: { scanSignals: chosen } }),
    scope: { id: "scan signals" }, // the last press is the last one saved
  });
  const change = (signal: Signal, on: boolean) => {
    const chosen = signals.filter((one) => (one === signal ? on : wished.includes(one)));
    setWished(chosen);
    keepSignals(chosen);
    if (on) trySignal(signal);
    save.mutate(chosen);
  };
  return (
    <Row>
      {signals.map((signal) => (
        <CheckboxField
          key={signal}
          label={signalWords[signal]}
          name={`scan-${signal}`}
          checked={wished.includes(signal)}
          aria-busy={save.isPending || undefined}
          onChange={({ target }) => change(signal, target.checked)}
        />
      ))}
    </Row>
  );
}

/** Escape and a press outside close it. */
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
