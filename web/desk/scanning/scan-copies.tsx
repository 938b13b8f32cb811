import { type ComponentProps, type ReactNode, type SubmitEvent, useRef, useState } from "react";
import type { Copy } from "#contract/catalog/catalog.ts";
import { readScan } from "#contract/desk/scans.ts";
import { readSlip } from "#contract/desk/slip-code.ts";
import type { FoundCopy } from "#contract/desk/search.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { forwardScan, useHandScanner } from "#web/ui/code-scanner/use-hand-scanner.ts";
import { ScanQrCode } from "#web/ui/icons.tsx";
import { copyHref } from "#web/orders/desk-queries.ts";
import { OrderLink } from "#web/orders/order-parts.tsx";
import { CameraDialog } from "./camera-dialog.tsx";
import { findByCode, findByTyping, isOwnCode, labelIsOldMessage, type Scanned } from "./find-scanned-copy.ts";
import styles from "./scan-dialog.module.css";
import { type OnCopy, type ScanResult, useScanning } from "./use-scanning.ts";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { TextField } from "#web/ui/forms/text-fields.tsx";
import { Link, useNavigate, useSearchParams } from "#web/ui/router.tsx";
import { copyName } from "#web/lib/formats.tsx";

/** Shows the scanned copy on its title's page. */
export function ScannedCopy({ copies }: { copies: readonly Copy[] }) {
  const [search] = useSearchParams();
  const copy = copies.find(({ inventoryItemId }) => String(inventoryItemId) === search.get("copy"));
  if (!copy) return null;
  const labelIsOld = search.get("label") === "old";
  return (
    <Alert tone={labelIsOld ? "warning" : "info"} title={`Scanned: ${copyName(copy)}`}>
      <p>
        {copy.isAvailableString}
        {copy.orderId !== null && (
          <>
            {" "}
            on <OrderLink orderId={copy.orderId} />
          </>
        )}
        .
      </p>
      {labelIsOld && <LabelIsOld id={copy.inventoryItemId} />}
    </Alert>
  );
}

export function LabelIsOld({ id }: { id: number }) {
  return (
    <p>
      {labelIsOldMessage} <Link to={`/admin/itemqrcode/${id}`}>Print a new label</Link>
    </p>
  );
}

export function FindScanned() {
  const navigate = useNavigate();
  const open = async (copy: FoundCopy) => {
    await navigate(copyHref(copy));
    return { words: `Found ${copyName(copy)}.` };
  };
  return <ScanCopies purpose="Find by scan" verb="Find" once onCopy={open} />;
}

type ScanCopiesProps = {
  purpose: string;
  verb: string;
  /** Prefix for the list of the session's scans: "Order #5". */
  where?: string;
  /** For a single copy: the dialog closes once it is found. */
  once?: boolean;
  size?: "small" | "normal";
  onCopy: OnCopy;
  /** Handles the code of a packing slip. By default, opens the order. */
  onOrder?: (orderId: number) => void;
  /** Shows a result while the dialog is closed. By default, shows a toast. */
  onResult?: (result: ScanResult) => void;
  /** Actions for a refused copy, shown in the dialog, too. */
  offer?: ReactNode;
  onScan?: (() => void) | undefined;
};

/** Opens the scanner. A hand scanner works without the dialog, too, and then a toast shows the result. */
export function ScanCopies(props: ScanCopiesProps) {
  const navigate = useNavigate();
  const {
    purpose,
    verb,
    where,
    once = false,
    size = once ? "normal" : "small",
    onCopy,
    onOrder = (orderId) => void navigate(`/admin/orderdetails/${orderId}`),
    onResult = showToast,
    offer,
    onScan,
  } = props;
  const [open, setOpen] = useState(false);
  const [results, setResults] = useState<readonly ScanResult[]>([]);
  const inside = useRef<HTMLDivElement>(null);
  const { scan, refuse, busy } = useScanning({
    where,
    onCopy,
    onScan,
    onResult: (result) => {
      const closes = once && "done" in result;
      if (inside.current && !closes) return setResults((before) => [result, ...before]);
      onResult(result);
      setOpen(false);
    },
    onLeft: (text) => {
      setOpen(false);
      forwardScan(text);
    },
    onOrder: (orderId) => {
      setOpen(false);
      onOrder(orderId);
    },
  });
  const read = async (text: string, find: (text: string) => Promise<Scanned>) => {
    const orderId = readSlip(text);
    if (orderId === undefined) return scan(() => find(text));
    setOpen(false);
    onOrder(orderId);
    return true;
  };
  useHandScanner({ onText: (text) => void read(text, findByCode), read: readScan, isCode: isOwnCode, inside });
  return (
    <>
      <Button
        size={size}
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
          offer={offer}
          onClose={() => setOpen(false)}
          onCode={(text) => read(text, findByCode)}
          onTyped={(text) => read(readScan(text), findByTyping)}
          onNothing={() => refuse(messages.trouble.noQrCode)}
        />
      )}
    </>
  );
}

function showToast(result: ScanResult): void {
  if ("problem" in result) toast(result.problem, "error");
  else if (result.done.labelIsOld) toast(`${result.words} ${labelIsOldMessage}`, "info");
  else toast(result.words);
}

type ScanDialogProps = Omit<ComponentProps<typeof CameraDialog>, "result" | "children"> & {
  verb: string;
  busy: boolean;
  results: readonly ScanResult[];
  offer: ReactNode;
  onTyped: (text: string) => Promise<boolean>;
};

/** Scans copies one after another: by camera, photo, hand scanner, or typed number. */
function ScanDialog({ verb, busy, results, offer, onTyped, ...camera }: ScanDialogProps) {
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
    <CameraDialog {...camera} result={<Results results={results} />}>
      {offer}
      <form onSubmit={(event) => void submit(event)} noValidate className={styles.form}>
        <TextField
          ref={box}
          label="Or type the number"
          hint="Type B12345 copy 2, for example. A hand scanner works here and anywhere else in this window."
          name="scannedNumber"
          width="full"
          autoComplete="off"
        />
        <Button type="submit" busy={busy}>
          {verb}
        </Button>
      </form>
    </CameraDialog>
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
