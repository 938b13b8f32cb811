import { useEffect, useRef, useState } from "react";
import type { StoredPicture } from "./use-picture-upload.ts";

type Words = { text: string; onChange: (text: string) => void };

/** What is said of a picture goes with it: another picture begins without words, and the former can be put back. */
export function useWordsOfPicture(picture: StoredPicture | null, words: Words | undefined) {
  const [former, setFormer] = useState("");
  const latest = useRef(words?.text);
  useEffect(() => {
    latest.current = words?.text;
  }, [words?.text]);
  return {
    /** The words that were taken away, or nothing. */
    former,
    /** Another picture, or none, takes the place of this one. What was typed while it was on its way is about it. */
    follow: (next: StoredPicture | null) => {
      const isOther = picture !== null && next?.url !== picture.url;
      if (!words || words.text === "" || !isOther || latest.current !== words.text) return;
      setFormer(words.text);
      words.onChange("");
    },
  };
}
