import { type RefObject, type SubmitEvent, useRef, useState } from "react";
import { limits } from "#contract/catalog/codes.ts";
import { readLabel } from "#contract/catalog/labels.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { CodeScanner } from "#web/ui/code-scanner/code-scanner.tsx";
import { useHandScanner } from "#web/ui/code-scanner/use-hand-scanner.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { ScanQrCode } from "#web/ui/icons.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { LastScan, type RecentScan } from "./recent-scans.tsx";

type ScanCopiesProps = {
  onScan: (text: string, place: string) => void;
  newest: RecentScan | undefined;
};

/** Counts copies that are typed, seen by the camera, or read by a hand scanner wherever the cursor is. */
export function ScanCopies({ onScan, newest }: ScanCopiesProps) {
  const box = useRef<HTMLInputElement>(null);
  const inside = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState("");
  const [open, setOpen] = useState(false);
  const count = (text: string) => text.trim() !== "" && onScan(text, place.trim());
  useHandScanner({ onText: count, isCode: (text) => readLabel(text) !== undefined, inside });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!box.current) return;
    count(box.current.value);
    box.current.value = "";
  };
  return (
    <form onSubmit={submit} noValidate aria-label="Scan">
      <Row align="end">
        <TextField
          ref={box}
          label="Copy"
          hint="Scan a label, or type B12345 copy 2."
          name="scanned"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <Button type="submit" look="primary">
          Count
        </Button>
        <Button icon={<ScanQrCode size={18} />} onClick={() => setOpen(true)}>
          Use the camera
        </Button>
        <TextField
          label="Where you are"
          hint="Enter a shelf place to spot misplaced copies."
          optional
          name="place"
          width="s"
          autoComplete="off"
          maxLength={limits.shelfPlace}
          value={place}
          onChange={({ target }) => setPlace(target.value)}
        />
      </Row>
      {open && <WithCamera inside={inside} onScan={count} newest={newest} onClose={() => setOpen(false)} />}
    </form>
  );
}

type WithCameraProps = {
  /** Inside the window, so that the hand scanner recognizes it. */
  inside: RefObject<HTMLDivElement | null>;
  onScan: (text: string) => void;
  newest: RecentScan | undefined;
  onClose: () => void;
};

function WithCamera({ inside, onScan, newest, onClose }: WithCameraProps) {
  const [previousScanId] = useState(newest?.scanId);
  const [isUnreadable, setIsUnreadable] = useState(false);
  return (
    <Dialog open title="Count with the camera" onClose={onClose} initialFocus={inside}>
      <div ref={inside} tabIndex={-1}>
        <CodeScanner
          onCode={async (text) => {
            setIsUnreadable(false);
            onScan(text);
          }}
          onNothing={() => setIsUnreadable(true)}
          result={
            <>
              {newest && newest.scanId !== previousScanId && <LastScan scan={newest} />}
              {isUnreadable && <Alert tone="error">{messages.trouble.noQrCode}</Alert>}
            </>
          }
        />
      </div>
    </Dialog>
  );
}
