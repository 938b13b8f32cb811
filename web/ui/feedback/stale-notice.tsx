import { useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "./alert.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";

type StaleNoticeProps = {
  /** The sentence that names who was first. */
  message: string;
  /** Fetches what is stored now; `keeping` says whether what was typed here stays. */
  onReload: (keeping: boolean) => Promise<void>;
};

/** Somebody else saved first: their version, or what was typed here on top of it. */
export function StaleNotice({ message, onReload }: StaleNoticeProps) {
  const first = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState<"keeping" | "theirs">();
  useEffect(() => first.current?.focus(), []);
  const reload = async (kind: "keeping" | "theirs") => {
    setBusy(kind);
    await onReload(kind === "keeping").finally(() => setBusy(undefined));
  };
  return (
    <Alert tone="error" title={message}>
      <Stack gap="tight">
        <p>Nothing was saved, and what you typed is safe. Choose a version, review it, then save again.</p>
        <Row>
          <Button ref={first} size="small" busy={busy === "keeping"} onClick={() => void reload("keeping")}>
            Reload and keep what I typed
          </Button>
          <Button size="small" busy={busy === "theirs"} onClick={() => void reload("theirs")}>
            Load their version
          </Button>
        </Row>
      </Stack>
    </Alert>
  );
}
