import { useRef, useState } from "react";
import { messages } from "#contract/specified-messages.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { ScanQrCode } from "#web/ui/icons.tsx";
import { useHandScanner } from "#web/ui/code-scanner/use-hand-scanner.ts";
import { toast } from "#web/ui/feedback/toast.ts";
import { findByCode, findByHandScanner, findByTyping } from "./find-scanned-copy.ts";
import { labelIsOldMessage } from "./label-is-old-message.ts";
import { ScanDialog } from "./scan-dialog.tsx";
import { type OnCopy, type ScanResult, useScanning } from "./use-scanning.ts";

type ScanCopiesProps = {
  /** The purpose of scanning, as the dialog's title. */
  purpose: string;
  /** The label of the typed number's button. */
  verb: string;
  /** For a single copy: the dialog closes once it is found. */
  once?: boolean;
  onCopy: OnCopy;
};

/**
 * The button that opens the scanner. A hand scanner works without it: its input on the page is a scan, reported by a
 * toast; with the dialog open every result appears there.
 */
export function ScanCopies({ purpose, verb, once = false, onCopy }: ScanCopiesProps) {
  const [open, setOpen] = useState(false);
  const [results, setResults] = useState<readonly ScanResult[]>([]);
  const inside = useRef<HTMLDivElement>(null);
  const { scan, refuse, busy } = useScanning(onCopy, (result) => {
    const closes = once && "done" in result;
    if (inside.current && !closes) return setResults((before) => [result, ...before]);
    tell(result);
    setOpen(false);
  });
  useHandScanner((text) => void scan(() => findByHandScanner(text)), inside);
  return (
    <>
      <Button
        size={once ? "normal" : "small"}
        icon={<ScanQrCode size={18} />}
        onClick={() => {
          setResults([]);
          setOpen(true);
        }}
      >
        {purpose}
      </Button>
      {open && (
        <ScanDialog
          title={purpose}
          verb={verb}
          inside={inside}
          busy={busy}
          results={results}
          onClose={() => setOpen(false)}
          onCode={async (text) => void (await scan(() => findByCode(text)))}
          onTyped={(text) => scan(() => findByTyping(text))}
          onNothing={() => refuse(messages.trouble.noQrCode)}
        />
      )}
    </>
  );
}

function tell(result: ScanResult): void {
  if ("problem" in result) toast(result.problem, "error");
  else if (result.done.labelIsOld) toast(`${result.words} ${labelIsOldMessage}`, "info");
  else toast(result.words);
}
