import { useEffect, useRef } from "react";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import styles from "./edit-news.module.css";
import type { NewsFormValues } from "./news-form-values.ts";

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
        <Alert title="Reloaded.">You and the other person changed different fields. Save to keep both.</Alert>
      ) : (
        <Alert tone="warning" title="You both changed the same fields.">
          <Stack gap="tight">
            <p>Your version is in the form. Saving it replaces theirs. Copy anything you need from their version:</p>
            {both.map(([field, label]) => (
              <details key={field}>
                <summary>{label}, their version</summary>
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
