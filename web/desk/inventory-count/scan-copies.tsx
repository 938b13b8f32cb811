import { type ComponentProps, type ReactNode, type SubmitEvent, useRef, useState } from "react";
import { limits } from "#contract/catalog/codes.ts";
import { isFromOtherKeyboard, readScan } from "#contract/desk/scans.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { readLabel } from "#contract/catalog/label-code.ts";
import { CameraDialog } from "#web/desk/scanning/camera-dialog.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { useHandScanner } from "#web/ui/code-scanner/use-hand-scanner.ts";
import { signalScan } from "#web/ui/code-scanner/scan-signals.ts";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { ScanQrCode } from "#web/ui/icons.tsx";
import { LastScan, LastScans, type RecentScan } from "./recent-scans.tsx";
import { TextField } from "#web/ui/forms/text-fields.tsx";
import { Card } from "#web/ui/card.tsx";
import { Row, Stack } from "#web/ui/layout.tsx";

type ScanCardProps = {
  scans: readonly RecentScan[];
  onScan: (text: string, place: string) => void;
  onUndo: (scan: RecentScan) => void;
  children?: ReactNode;
};

export function ScanCard({ scans, onScan, onUndo, children }: ScanCardProps) {
  const [newest] = scans;
  return (
    <Card heading="Scan">
      <Stack>
        <ScanCopies onScan={onScan} newest={newest} />
        <div aria-live="polite">{newest && <LastScan scan={newest} />}</div>
        <LastScans scans={scans} onUndo={onUndo} />
        {children}
      </Stack>
    </Card>
  );
}

type ScanCopiesProps = Pick<ScanCardProps, "onScan"> & { newest: RecentScan | undefined };

/** Counts copies that are typed, seen by the camera, or read by a hand scanner wherever the cursor is. */
function ScanCopies({ onScan, newest }: ScanCopiesProps) {
  const box = useRef<HTMLInputElement>(null);
  const inside = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState("");
  const [open, setOpen] = useState(false);
  const [isGarbled, setIsGarbled] = useState(false);
  const count = (input: string) => {
    const text = readScan(input);
    const isForeign = isFromOtherKeyboard(text);
    setIsGarbled(isForeign);
    if (isForeign) signalScan(false);
    else if (text !== "") onScan(text, place.trim());
  };
  useHandScanner({ onText: count, read: readScan, isCode: (text) => readLabel(text) !== undefined, inside });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!box.current) return;
    count(box.current.value);
    box.current.value = "";
  };
  return (
    <form onSubmit={submit} noValidate aria-label="Scan">
      <Stack>
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
            label="Current shelf location"
            hint="Enter a shelf location to spot misplaced copies."
            optional
            name="place"
            width="s"
            autoComplete="off"
            maxLength={limits.shelfLocation}
            value={place}
            onChange={({ target }) => setPlace(target.value)}
          />
        </Row>
        {isGarbled && <Alert tone="error">{ownMessages.otherKeyboard}</Alert>}
      </Stack>
      {open && <WithCamera inside={inside} onCode={count} newest={newest} onClose={() => setOpen(false)} />}
    </form>
  );
}

type WithCameraProps = Omit<ComponentProps<typeof CameraDialog>, "title" | "result"> & Pick<ScanCopiesProps, "newest">;

function WithCamera({ newest, ...camera }: WithCameraProps) {
  const [previousScanId] = useState(newest?.scanId);
  return (
    <CameraDialog
      {...camera}
      title="Count with the camera"
      result={newest && newest.scanId !== previousScanId && <LastScan scan={newest} />}
    />
  );
}
