import { useEffect, useRef, useState } from "react";

/** Takes a file in; the message of what it rejects with is shown. */
export type SendFile = (
  file: File,
  options: { signal: AbortSignal; onProgress: (part: number) => void },
) => Promise<void>;

/** A file under way: its name, and the part that has left, 0 to 1. */
export type SendingFile = { name: string; part: number };

type FileSending = {
  id: string;
  send: SendFile;
  objection: ((file: File) => string | undefined) | undefined;
};

/** Sends one file at a time: a second takes the place of the first. */
export function useFileSending({ id, send, objection }: FileSending) {
  const [sending, setSending] = useState<SendingFile>();
  const [refused, setRefused] = useState<{ name: string; why: string }>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (file: File, control: AbortController) => {
    const isThis = () => running.current === control;
    setSending({ name: file.name, part: 0 });
    try {
      const onProgress = (part: number) => isThis() && setSending({ name: file.name, part });
      await send(file, { signal: control.signal, onProgress });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (isThis() && !control.signal.aborted) setRefused({ name: file.name, why });
    } finally {
      if (isThis()) setSending(undefined);
    }
  };
  return {
    sending,
    refused,
    take: (file: File) => {
      running.current?.abort();
      const why = objection?.(file);
      setRefused(why ? { name: file.name, why } : undefined);
      if (why) {
        setSending(undefined);
        return;
      }
      running.current = new AbortController();
      void run(file, running.current);
    },
    giveUp: () => {
      running.current?.abort();
      setSending(undefined);
      document.getElementById(id)?.focus();
    },
  };
}
