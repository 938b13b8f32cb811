import { TitleText } from "#web/language/title-text.tsx";
import { type ReactNode, type RefObject, type SubmitEvent, useRef } from "react";
import { Button } from "#web/ui/actions/button.tsx";
import { CodeScanner } from "#web/ui/code-scanner/code-scanner.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { LabelIsOld } from "./found-copy.tsx";
import styles from "./scan-dialog.module.css";
import type { ScanResult } from "./use-scanning.ts";

type ScanDialogProps = {
  title: string;
  verb: string;
  /** Inside the dialog, so that the hand scanner recognizes its own dialog. */
  inside: RefObject<HTMLDivElement | null>;
  busy: boolean;
  /** Newest first. */
  results: readonly ScanResult[];
  /** What can be done with a copy that was refused. */
  offer: ReactNode;
  onClose: () => void;
  onCode: (text: string) => Promise<void>;
  /** True on success. */
  onTyped: (text: string) => Promise<boolean>;
  onNothing: () => void;
};

/** Scans copies one after another: by camera, photo, hand scanner, or typed number. */
export function ScanDialog(props: ScanDialogProps) {
  const { title, verb, inside, busy, results, offer, onClose, onCode, onTyped, onNothing } = props;
  const box = useRef<HTMLInputElement>(null);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React bubbles a dialog's events to its parents
    event.stopPropagation();
    const field = box.current;
    if (!field || busy || field.value.trim() === "") return;
    if (await onTyped(field.value)) field.value = "";
    else field.select();
  };
  return (
    <Dialog open title={title} onClose={onClose} initialFocus={inside}>
      <div ref={inside} tabIndex={-1} className={styles.inside}>
        <CodeScanner onCode={onCode} onNothing={onNothing} said={<Results results={results} />} />
        {offer}
        <form onSubmit={(event) => void submit(event)} noValidate className={styles.form}>
          <TextField
            ref={box}
            label="Or type the number"
            hint="For example B12345 copy 2. A hand scanner works here and anywhere else in this window."
            name="scannedNumber"
            width="full"
            autoComplete="off"
          />
          <Button type="submit" busy={busy}>
            {verb}
          </Button>
        </form>
      </div>
    </Dialog>
  );
}

function Results({ results }: Pick<ScanDialogProps, "results">) {
  const [newest] = results;
  const done = results.filter((result) => "done" in result).length;
  return (
    <>
      <div aria-live="polite">
        {newest && "done" in newest && (
          <Alert key={newest.number} tone={newest.done.labelIsOld ? "warning" : "success"} title={newest.words}>
            <p>
              <TitleText of={newest.done} />
            </p>
            {newest.done.labelIsOld && <LabelIsOld id={newest.done.inventoryItemId} />}
          </Alert>
        )}
      </div>
      {newest && "problem" in newest && (
        <Alert key={newest.number} tone="error">
          {newest.problem}
        </Alert>
      )}
      {done > 1 && <p className={styles.count}>{done} copies so far.</p>}
    </>
  );
}
