import { useEffect, useRef, useState } from "react";
import type { StoredPicture } from "./picture-field.tsx";

/** The alternative text of a picture. */
export type Words = { text: string; onChange: (text: string) => void };

/** Alternative text belongs to its picture: a new picture starts without it, and the previous text can be restored. */
export function useWordsOfPicture(picture: StoredPicture | null, words: Words | undefined) {
  const [former, setFormer] = useState("");
  const latest = useRef(words?.text);
  useEffect(() => {
    latest.current = words?.text;
  }, [words?.text]);
  return {
    /** The removed text, or nothing. */
    former,
    /** A new picture, or none. What was typed during its upload describes it. */
    follow: (next: StoredPicture | null) => {
      const isOther = picture !== null && next?.url !== picture.url;
      if (!words || words.text === "" || !isOther || latest.current !== words.text) return;
      setFormer(words.text);
      words.onChange("");
    },
  };
}
