import { useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import styles from "./edit-news.module.css";
import type { NewsFormValues } from "./news-form-values.ts";

/** Somebody else saved first: how to go on without losing anything. */
export function StaleAlert({ message, onReload }: { message: string; onReload: () => Promise<void> }) {
  const button = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => button.current?.focus(), []);
  const reload = async () => {
    setBusy(true);
    await onReload().finally(() => setBusy(false));
  };
  return (
    <Alert tone="error" title={message}>
      <Stack gap="tight">
        <p>Nothing of yours is lost: what you typed stays in the form. Check it after the reload, then save again.</p>
        <Row>
          <Button ref={button} size="small" busy={busy} onClick={() => void reload()}>
            Reload
          </Button>
        </Row>
      </Stack>
    </Alert>
  );
}

const labels: Record<keyof NewsFormValues, string> = {
  title: "Title",
  content: "Content",
  link: "Link",
  picture: "Picture",
  attachmentAlt: "Alternative text",
};

/** After a reload: the fields that both changed, as the other left them. */
export function SavedMeanwhile({ theirs }: { theirs: Partial<NewsFormValues> }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const both = Object.entries(labels).filter(([field]) => field in theirs);
  return (
    <div ref={box} tabIndex={-1}>
      {both.length === 0 ? (
        <Alert title="Reloaded.">You and the other changed different fields. Save to keep both.</Alert>
      ) : (
        <Alert tone="warning" title="You both changed the same fields.">
          <Stack gap="tight">
            <p>
              Yours stand in the form, and saving replaces what was saved meanwhile. Take over from here what you need:
            </p>
            {both.map(([field, label]) => (
              <details key={field}>
                <summary>{label}, as it was saved meanwhile</summary>
                <div className={styles.stored}>{inWords(theirs, field)}</div>
              </details>
            ))}
          </Stack>
        </Alert>
      )}
    </div>
  );
}

function inWords(theirs: Partial<NewsFormValues>, field: string): string {
  if (field === "picture") return theirs.picture ? theirs.picture.fileName : "No picture";
  const found = Object.entries(theirs).find(([name]) => name === field)?.[1];
  return typeof found === "string" && found !== "" ? found : "Empty";
}
