import { useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/actions/button.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import styles from "./picture-field.module.css";

export type Described = { id: string; text: string; error?: string | undefined; onChange: (text: string) => void };

type Shown = { url: string };

/** Alternative text belongs to its picture: a new picture starts without it, and the previous text can be restored. */
export function useWordsOfPicture(picture: Shown | null, words: Described | undefined) {
  const [former, setFormer] = useState("");
  const latest = useRef(words?.text);
  useEffect(() => {
    latest.current = words?.text;
  }, [words?.text]);
  return {
    /** The removed text, or nothing. */
    former,
    /** A new picture, or none. What was typed during its upload describes it. */
    follow: (next: Shown | null) => {
      const isOther = picture !== null && next?.url !== picture.url;
      if (!words || words.text === "" || !isOther || latest.current !== words.text) return;
      setFormer(words.text);
      words.onChange("");
    },
  };
}

type AlternativeProps = Described & {
  former: string;
};

export function Alternative({ id, text, error, onChange, former }: AlternativeProps) {
  return (
    <>
      <TextField
        id={id}
        label="Alternative text"
        optional
        width="full"
        autoComplete="off"
        className={styles.alternative}
        hint="Describe the picture for people who can’t see it. Leave it empty if it only repeats the title."
        error={error}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      <div aria-live="polite" className={styles.former}>
        {former !== "" && text === "" && (
          <>
            <p>The previous picture’s alternative text was removed: “{former}”</p>
            <Button
              size="small"
              onClick={() => {
                onChange(former);
                document.getElementById(id)?.focus();
              }}
            >
              Restore it
            </Button>
          </>
        )}
      </div>
    </>
  );
}
