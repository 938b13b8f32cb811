import { type SubmitEvent, useRef, useState } from "react";
import { readScan } from "#contract/desk/scans.ts";
import { readSlip } from "#contract/desk/slip-code.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { findAtDesk } from "./find-scanned-copy.ts";
import { LabelIsOld, ScanCopies } from "./scan-copies.tsx";
import { type OnCopy, type ScanResult, useScanning } from "./use-scanning.ts";
import { Row, Stack } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { TextField } from "#web/ui/forms/text-fields.tsx";
import { forwardScan } from "#web/ui/code-scanner/use-hand-scanner.ts";

type DeskScannerProps = {
  onCopy: OnCopy;
  onOrder: (orderId: number) => void;
  /** Runs before each scan of a copy, by hand or by the camera. */
  onScan: () => void;
  /** Hides the refusal of the last scan once staff have acted on it. */
  isSettled: boolean;
};

export function DeskScanner({ onCopy, onOrder, onScan, isSettled }: DeskScannerProps) {
  const box = useRef<HTMLInputElement>(null);
  const [result, setResult] = useState<ScanResult>();
  const { scan, busy } = useScanning({
    onCopy,
    onScan,
    onResult: setResult,
    onOrder,
    onLeft: (text) => {
      setResult(undefined);
      forwardScan(text);
    },
  });
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = box.current;
    const input = readScan(field?.value ?? "");
    if (!field || busy || input === "") return;
    const order = readSlip(input) ?? /^order\s*#?\s*(\d{1,9})$/i.exec(input)?.[1];
    if (order !== undefined) onOrder(Number(order));
    else if (!(await scan(() => findAtDesk(input)))) return field.select();
    field.value = "";
  };
  return (
    <Stack>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Row align="end">
          <TextField
            ref={box}
            label="Copy or order"
            hint="Scan a label, a packing slip, or a carrier’s label, or type B12345 copy 2 or order 48."
            name="scanned"
            width="full"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
          <Button type="submit" look="primary" busy={busy}>
            Check in
          </Button>
          <ScanCopies
            purpose="Use the camera"
            verb="Check in"
            size="normal"
            onCopy={onCopy}
            onOrder={onOrder}
            onScan={onScan}
            onResult={setResult}
          />
        </Row>
      </form>
      {result && "problem" in result && !isSettled && (
        <Alert key={result.number} tone="error">
          {result.problem}
        </Alert>
      )}
      {result && "done" in result && result.done.labelIsOld && (
        <Alert key={result.number} tone="warning" title="Checked in">
          <LabelIsOld id={result.done.inventoryItemId} />
        </Alert>
      )}
    </Stack>
  );
}
